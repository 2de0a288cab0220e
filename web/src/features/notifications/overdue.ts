import { isOverdue, type TaskFields } from '#domain/task.ts';

/** Overdue tasks that are listed before the rest is only counted (spec section 9). */
export const LISTED_TASKS = 5;

/** The overdue tasks (spec section 2), the longest overdue first. */
export function overdueTasks<Task extends TaskFields>(
  tasks: readonly Task[],
  today: string,
): Task[] {
  return (
    tasks
      .filter((task) => isOverdue(task, today))
      // Dates compare as plain texts, and there may be thousands at every click on a checkbox.
      .toSorted((a, b) => {
        const [first, second] = [a.due_date ?? '', b.due_date ?? ''];
        if (first === second) return a.id - b.id;
        return first < second ? -1 : 1;
      })
  );
}
