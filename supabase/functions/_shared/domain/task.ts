import { ALL_CATEGORIES } from './category.ts';
import { addDays, toDateOnly, weekdayOf } from './dates.ts';
import type { RepeatType } from './repeat.ts';
import type { ParsedTask } from './words/parse-task.ts';

export const taskPriorities = ['low', 'medium', 'high'] as const;
export type TaskPriority = (typeof taskPriorities)[number];

/** What people read for it. */
export const priorityLabels: Record<TaskPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

/** How long a task's texts may be, in characters (Unicode code points), as the database has it. */
export const TASK_LIMITS = { title: 500, description: 20_000, category: 200 } as const;

/** The fields of a task that people fill in, as the database names them. */
export type TaskInput = {
  title: string;
  description: string | null;
  priority: TaskPriority;
  category: string | null;
  due_date: string | null;
  repeat_type: RepeatType;
  /** A rule of another program (recurrence.ts), beside a repeat_type of 'none'. */
  recurrence?: string | null;
};

/** What the rules below need of a task (spec section 3). Dates are local days, YYYY-MM-DD. */
export type TaskFields = {
  uid: string;
  /** The number of /api; very large until the server has given one. */
  id: number;
  completed: boolean;
  completed_at: string | null;
  due_date: string | null;
  repeat_type: RepeatType;
  /** A fractional index; null until somebody drags it. */
  rank: string | null;
};

/** The panels of the dashboard (spec section 4, dashboard grouping). */
export type TaskPanels<Task> = {
  noDueDate: Task[];
  dueToday: Task[];
  dueTomorrow: Task[];
  restOfWeek: Task[];
  completedToday: Task[];
  nextWeek: Task[];
  thisMonth: Task[];
  all: Task[];
};

/** Open, with a due date before today (spec section 2). */
export function isOverdue(
  task: Pick<TaskFields, 'completed' | 'due_date'>,
  today: string,
): boolean {
  return !task.completed && task.due_date !== null && task.due_date < today;
}

/** Completed, and its completion date (else due date, else any) is that day (spec section 4). */
export function isCompletedOn(
  task: Pick<TaskFields, 'completed' | 'completed_at' | 'due_date'>,
  day: string,
): boolean {
  if (!task.completed) return false;
  if (task.completed_at) return toDateOnly(new Date(task.completed_at)) === day;
  return (task.due_date ?? day) === day;
}

/** The day that ends the calendar week of a day. `weekStart` begins weeks, 0 Sunday to 6 Saturday. */
export function endOfWeek(day: string, weekStart = 0): string {
  return addDays(day, (weekStart + 6 - weekdayOf(day)) % 7);
}

/** The user's order: dragged tasks first, then by due date, undated last, then as created. */
export function compareTasks(a: TaskFields, b: TaskFields): number {
  if (a.rank !== b.rank) {
    if (a.rank === null) return 1;
    if (b.rank === null) return -1;
    return a.rank < b.rank ? -1 : 1;
  }
  if (a.due_date !== b.due_date) {
    if (a.due_date === null) return 1;
    if (b.due_date === null) return -1;
    return a.due_date < b.due_date ? -1 : 1;
  }
  return a.id - b.id || (a.uid < b.uid ? -1 : Number(a.uid > b.uid));
}

function latestFirst(a: TaskFields, b: TaskFields): number {
  const [first, second] = [a.completed_at ?? '', b.completed_at ?? ''];
  if (first === second) return b.id - a.id || (a.uid < b.uid ? 1 : -1);
  return first < second ? 1 : -1;
}

/** Sorts the tasks into the dashboard's panels; one task may stand in several of the right column. */
export function groupTasks<Task extends TaskFields>(
  tasks: readonly Task[],
  today: string,
  weekStart = 0,
): TaskPanels<Task> {
  const tomorrow = addDays(today, 1);
  const weekEnd = endOfWeek(today, weekStart);
  const nextWeekEnd = addDays(weekEnd, 7);
  const month = today.slice(0, 7);
  const panels: TaskPanels<Task> = {
    noDueDate: [],
    dueToday: [],
    dueTomorrow: [],
    restOfWeek: [],
    completedToday: tasks.filter((task) => isCompletedOn(task, today)).toSorted(latestFirst),
    nextWeek: [],
    thisMonth: [],
    all: tasks.filter((task) => !task.completed).toSorted(compareTasks),
  };
  for (const task of panels.all) {
    const due = task.due_date;
    if (due === null) {
      panels.noDueDate.push(task);
      continue;
    }
    if (due <= today) panels.dueToday.push(task);
    else if (due === tomorrow) panels.dueTomorrow.push(task);
    else if (due <= weekEnd) panels.restOfWeek.push(task);
    if (due > weekEnd && due <= nextWeekEnd) panels.nextWeek.push(task);
    if (due.startsWith(month)) panels.thisMonth.push(task);
  }
  return panels;
}

/**
 * One day back or forward (spec section 4). A daily-weekday task never stops at a weekend: the day
 * reached by the step decides, forward it goes on to Monday, back to Friday.
 */
export function shiftDate(date: string, step: 1 | -1, repeatType: RepeatType): string {
  const reached = addDays(date, step);
  if (repeatType !== 'daily-weekday') return reached;
  const weekday = weekdayOf(reached);
  if (weekday === 6) return addDays(reached, step === 1 ? 2 : -1);
  if (weekday === 0) return addDays(reached, step === 1 ? 1 : -2);
  return reached;
}

/** Which of the date buttons a row has (spec section 4). */
export function dateActions(
  task: Pick<TaskFields, 'completed' | 'due_date'>,
  today: string,
): { canShift: boolean; canMoveToToday: boolean } {
  return {
    canShift: !task.completed && task.due_date !== null,
    canMoveToToday: !task.completed && task.due_date !== today,
  };
}

/** What of a task was said in words (words/parse-task.ts). */
export type TaskWords = Pick<ParsedTask, 'due' | 'repeat' | 'priority' | 'category'>;

/**
 * The quick creation of the top bar (spec sections 2 and 4): the task to create, or null where the
 * full dialog opens instead, which is when no text is entered or no category is chosen or given.
 */
export function quickTask(
  text: string,
  selectedCategory: string,
  { due, repeat, priority, category }: TaskWords = {},
): TaskInput | null {
  const title = text.trim();
  if (title === '' || [...title].length > TASK_LIMITS.title) return null;
  if (category === undefined && selectedCategory === ALL_CATEGORIES) return null;
  return {
    title,
    description: null,
    priority: priority ?? 'medium',
    category: category ?? selectedCategory,
    due_date: due ?? null,
    repeat_type: repeat ?? 'none',
  };
}
