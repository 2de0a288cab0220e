import { isOverdue, type TaskFields } from '../../../../supabase/functions/_shared/domain/tasks.ts';

/** Overdue tasks that are listed before the rest is only counted (spec section 9). */
export const LISTED_TASKS = 5;

/** The overdue tasks (spec section 2), the longest overdue first. */
export function overdueTasks<Task extends TaskFields>(
  tasks: readonly Task[],
  today: string,
): Task[] {
  return tasks
    .filter((task) => isOverdue(task, today))
    .toSorted((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '') || a.id - b.id);
}
