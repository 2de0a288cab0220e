import { isDateOnly } from '#domain/dates.ts';
import { compareTasks, type TaskFields } from '#domain/task.ts';

/**
 * The drag-test filter (docs/spec.md, section 5): not completed, with a due date, due today or earlier;
 * dates that are none are left out. Sorted by sortOrder.
 */
export function dueTasks<Task extends TaskFields>(tasks: readonly Task[], today: string): Task[] {
  return tasks
    .filter(
      ({ completed, due_date: due }) =>
        !completed && due !== null && isDateOnly(due) && due <= today,
    )
    .toSorted(compareTasks);
}
