import type { TaskFields } from './tasks.ts';

type Ordered = Pick<TaskFields, 'id' | 'sort_order'>;

/**
 * What `reorder_tasks` is to be told when a task of a sorted list is dropped on another's place: ids
 * in their new order, and no more of them than needed. Those listed come before all that were never
 * dragged (order 0), so the list may end behind the last that moves or was dragged before.
 * Empty: nothing changes.
 */
export function idsToReorder(
  tasks: readonly Ordered[],
  draggedId: number,
  overId: number,
): number[] {
  const from = tasks.findIndex(({ id }) => id === draggedId);
  const to = tasks.findIndex(({ id }) => id === overId);
  const dragged = tasks[from];
  if (!dragged || to === -1 || from === to) return [];
  const lastDragged = tasks.findLastIndex(({ sort_order }) => sort_order !== 0);
  return tasks
    .toSpliced(from, 1)
    .toSpliced(to, 0, dragged)
    .slice(0, Math.max(from, to, lastDragged) + 1)
    .map(({ id }) => id);
}
