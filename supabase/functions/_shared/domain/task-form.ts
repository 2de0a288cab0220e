import * as z from 'zod/mini';
import { isDateOnly } from './dates.ts';
import { TITLE_MAX, type TaskInput } from './quick-task.ts';
import { repeatTypes } from './repeat.ts';
import { taskPriorities } from './tasks.ts';

/** The choice of a form that means no category. */
export const NO_CATEGORY = 'none';

const DESCRIPTION_MAX = 20_000;

/** The task dialog (spec sections 2 and 5). An empty due date is none. */
export const taskFormSchema = z.object({
  title: z
    .string('Title is required')
    .check(
      z.trim(),
      z.minLength(1, 'Title is required'),
      z.maxLength(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`),
    ),
  description: z
    .string()
    .check(
      z.maxLength(DESCRIPTION_MAX, `Description must be at most ${DESCRIPTION_MAX} characters`),
    ),
  priority: z.enum(taskPriorities),
  category: z.string(),
  dueDate: z
    .string()
    .check(z.refine((date) => date === '' || isDateOnly(date), 'Please choose a date')),
  repeatType: z.enum(repeatTypes),
});

export type TaskForm = z.infer<typeof taskFormSchema>;

/** What the dialog starts with for a new task (spec section 4). */
export function newTaskForm(today: string, title = ''): TaskForm {
  return {
    title,
    description: '',
    priority: 'medium',
    category: NO_CATEGORY,
    dueDate: today,
    repeatType: 'none',
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
    repeatType: task.repeat_type,
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
    repeat_type: form.repeatType,
  };
}

/** What of the form differs from the task that it was filled with. */
export function taskChanges(task: TaskInput, form: TaskForm): Partial<TaskInput> {
  const before = new Map<string, unknown>(Object.entries(formToTask(taskToForm(task))));
  return Object.fromEntries(
    Object.entries(formToTask(form)).filter(([field, value]) => value !== before.get(field)),
  );
}
