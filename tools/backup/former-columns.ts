import { nextOccurrenceUid } from '#domain/uid.ts';
import type { Rows } from '../fixture/rows.ts';

type Row = Record<string, unknown>;

/** Before, null last. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && typeof b === 'string' && a < b ? -1 : 1;
}

/** The number of the row that a uid names, null without one. */
function numbered(rows: readonly Row[], columns: { uid: string; number: string }) {
  const numbers = new Map(rows.map(({ uid, id }) => [uid, id]));
  return (row: Row): Row => {
    const uid = row[columns.uid];
    return { ...row, [columns.number]: uid === null ? null : (numbers.get(uid) ?? 'unknown') };
  };
}

/** Of each task its place among its owner's, by the columns that the version ordered by. */
function places(rows: readonly Row[]): Map<unknown, number> {
  const sorted = rows.toSorted(
    (a, b) =>
      compare(a['sort_order'], b['sort_order']) ||
      compare(a['rank'], b['rank']) ||
      compare(a['due_date'], b['due_date']) ||
      compare(a['id'], b['id']),
  );
  const counts = new Map<unknown, number>();
  const found = new Map<unknown, number>();
  for (const { id, user_id } of sorted) {
    const place = counts.get(user_id) ?? 0;
    counts.set(user_id, place + 1);
    found.set(id, place);
  }
  return found;
}

function tasksWithPlaces(rows: readonly Row[], known: ReadonlySet<unknown>): Row[] {
  const found = places(rows.filter(({ id }) => known.has(id)));
  return rows.map((row) => ({ ...row, sort_order: found.get(row['id']) }));
}

/**
 * Rows in the words of versions that knew them by number: `parent_id`, `folder_id` and `spawned_by`
 * from the uids of today, and as `sort_order`, of which only the order counts, the task's place among
 * those of its owner that `then` has too. What a table has already stays.
 */
export function withFormerColumns(rows: Rows, then: Rows): Rows {
  const made: Rows = { ...rows };
  const change = (name: string, lacks: string, edit: (found: Row[]) => Row[]) => {
    const table = made[name];
    if (!table || table.columns.includes(lacks)) return;
    made[name] = { columns: [...table.columns, lacks], rows: edit(table.rows) };
  };
  const folders = rows['public.folders']?.rows ?? [];
  change('public.folders', 'parent_id', (found) =>
    found.map(numbered(folders, { uid: 'parent_uid', number: 'parent_id' })),
  );
  change('public.notes', 'folder_id', (found) =>
    found.map(numbered(folders, { uid: 'folder_uid', number: 'folder_id' })),
  );
  change('public.tasks', 'spawned_by', (found) => {
    const predecessors = new Map(found.map(({ uid, id }) => [nextOccurrenceUid(String(uid)), id]));
    return found.map((row) => ({
      ...row,
      spawned_by: predecessors.get(String(row['uid'])) ?? null,
    }));
  });
  const tasks = made['public.tasks'];
  if (tasks) {
    const known = new Set(then['public.tasks']?.rows.map(({ id }) => id));
    made['public.tasks'] = { ...tasks, rows: tasksWithPlaces(tasks.rows, known) };
  }
  return made;
}
