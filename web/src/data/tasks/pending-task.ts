import type { TaskRow } from '../../db/rows.ts';
import type { NewTask, TaskChanges } from './types.ts';

/** Ids of tasks that the server has not numbered yet are negative. */
let lastPendingId = 0;

/** True until the server has answered the creation of a task: it cannot be changed yet. */
export function isPendingTask({ id }: Pick<TaskRow, 'id'>): boolean {
  return id < 0;
}

/** Adds a task as it will be, until it is among the rows by itself. */
export function withCreated(draft: NewTask): (rows: readonly TaskRow[]) => readonly TaskRow[] {
  lastPendingId -= 1;
  const now = new Date().toISOString();
  const created: TaskRow = {
    id: lastPendingId,
    user_id: '',
    description: null,
    category: null,
    due_date: null,
    completed_at: null,
    completed: false,
    priority: 'medium',
    repeat_type: 'none',
    repeat_anchor_day: null,
    spawned_by: null,
    spawned_untouched: false,
    sort_order: 0,
    created_at: now,
    updated_at: now,
    ...draft,
  };
  let newestBefore: number | undefined;
  return (rows) => {
    newestBefore ??= Math.max(0, ...rows.map(({ id }) => id));
    const before = newestBefore;
    // The live channel may be quicker than the answer: the task must not stand there twice.
    const isHere = rows.some(({ id, title }) => id > before && title === created.title);
    return isHere ? rows : [...rows, created];
  };
}

/** Changes some fields of one task. */
export function withChanged(
  id: number,
  changes: TaskChanges,
): (rows: readonly TaskRow[]) => readonly TaskRow[] {
  return (rows) => rows.map((row) => (row.id === id ? { ...row, ...changes } : row));
}

/** Completes an open task or re-opens a completed one. */
export function withToggled(task: TaskRow): (rows: readonly TaskRow[]) => readonly TaskRow[] {
  const completed = !task.completed;
  return withChanged(task.id, {
    completed,
    completed_at: completed ? new Date().toISOString() : null,
  });
}

/** Leaves one task out. */
export function withoutTask(id: number): (rows: readonly TaskRow[]) => readonly TaskRow[] {
  return (rows) => rows.filter((row) => row.id !== id);
}

/** Numbers tasks as `reorder_tasks` does: n tasks get -n to -1 in the given order. */
export function withOrder(
  ids: readonly number[],
): (rows: readonly TaskRow[]) => readonly TaskRow[] {
  const places = new Map(ids.map((id, index) => [id, index - ids.length]));
  return (rows) =>
    rows.map((row) => {
      const place = places.get(row.id);
      return place === undefined ? row : { ...row, sort_order: place };
    });
}
