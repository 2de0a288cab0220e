import * as z from 'zod/mini';
import { NO_CATEGORY } from './category.ts';
import { isDateOnly } from './dates.ts';
import { repeatTypes } from './repeat.ts';
import { TASK_LIMITS, taskPriorities, type TaskInput, type TaskWords } from './task.ts';
import { atMost } from './text.ts';

/** What stands in the dialog for a rule of another program: it can be left, and not chosen. */
export const OTHER_RULE = 'other';

/** The task dialog (spec sections 2 and 5). An empty due date is none. */
export const taskFormSchema = z.object({
  title: z
    .string('Title is required')
    .check(
      z.trim(),
      z.minLength(1, 'Title is required'),
      atMost(TASK_LIMITS.title, `Title must be at most ${TASK_LIMITS.title} characters`),
    ),
  description: z
    .string()
    .check(
      atMost(
        TASK_LIMITS.description,
        `Description must be at most ${TASK_LIMITS.description} characters`,
      ),
    ),
  priority: z.enum(taskPriorities),
  category: z.string(),
  dueDate: z
    .string()
    .check(z.refine((date) => date === '' || isDateOnly(date), 'Please choose a date')),
  repeatType: z.enum([...repeatTypes, OTHER_RULE]),
});

export type TaskForm = z.infer<typeof taskFormSchema>;

/** What the dialog starts with for a new task (spec section 4), with what was said in words. */
export function newTaskForm(
  today: string,
  title = '',
  { due, repeat, priority, category }: TaskWords = {},
): TaskForm {
  return {
    title,
    description: '',
    priority: priority ?? 'medium',
    category: category ?? NO_CATEGORY,
    dueDate: due ?? today,
    repeatType: repeat ?? 'none',
  };
}

/** What the dialog starts with for a task that is there. */
export function taskToForm(task: TaskInput): TaskForm {
  return {
    title: task.title,
    description: task.description ?? '',
    priority: task.priority,
    category: task.category || NO_CATEGORY,
    dueDate: task.due_date ?? '',
    repeatType: task.recurrence ? OTHER_RULE : task.repeat_type,
  };
}

/** What is sent: category 'none' as null (spec section 5), and other empty fields too. */
export function formToTask(form: TaskForm): TaskInput {
  return {
    title: form.title.trim(),
    description: form.description.trim() === '' ? null : form.description,
    priority: form.priority,
    category: form.category === NO_CATEGORY ? null : form.category,
    due_date: form.dueDate || null,
    repeat_type: form.repeatType === OTHER_RULE ? 'none' : form.repeatType,
  };
}

/** What of the form differs from the task that it was filled with. */
export function taskChanges(task: TaskInput, form: TaskForm): Partial<TaskInput> {
  const before = new Map<string, unknown>(Object.entries(formToTask(taskToForm(task))));
  const changes = Object.entries(formToTask(form)).filter(
    ([field, value]) => value !== before.get(field),
  );
  const isRuleLeft = task.recurrence && form.repeatType !== OTHER_RULE;
  return { ...Object.fromEntries(changes), ...(isRuleLeft && { recurrence: null }) };
}
