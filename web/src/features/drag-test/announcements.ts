import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/** Read out when a handle takes the focus. */
export const instructions =
  'To move this task, press space or enter, use the up and down arrow keys, and press space or enter again to drop it. Press escape to leave it where it was.';

/** What screen readers hear while a task is dragged. */
export function announcements(
  tasks: readonly { id: number; title: string }[],
  list: string,
): Announcements {
  const title = (id: UniqueIdentifier) => tasks.find((task) => task.id === id)?.title ?? '';
  const place = (id: UniqueIdentifier) =>
    `position ${tasks.findIndex((task) => task.id === id) + 1} of ${tasks.length} in ${list}`;
  // Picking a task up is also being over its place: said once is enough.
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `Picked up ${title(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (!over || (!hasMoved && over.id === active.id)) return undefined;
      hasMoved = true;
      return `${title(active.id)} is over ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `${title(active.id)} was dropped at ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Moving ${title(active.id)} was cancelled.`,
  };
}
