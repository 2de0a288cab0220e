import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/** Read out when a handle takes the focus. */
export const instructions =
  'To move this task within its list, press space or enter, use the up and down arrow keys, and press space or enter again to drop it. Press escape to leave it where it was.';

export type Item = { uid: string; title: string };

/** Whether a drag has just begun; outlives the list, which may change while it begins. */
export type DragStep = { isPickedUp: boolean };

/** What screen readers hear while a task is dragged. */
export function announcements(tasks: readonly Item[], list: string, step: DragStep): Announcements {
  const title = (id: UniqueIdentifier) => tasks.find((task) => task.uid === id)?.title ?? '';
  const place = (id: UniqueIdentifier) =>
    `position ${tasks.findIndex((task) => task.uid === id) + 1} of ${tasks.length} in ${list}`;
  return {
    onDragStart: ({ active }) => {
      step.isPickedUp = true;
      return `Picked up ${title(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // A task is over its own place as soon as it is picked up: that would talk over the first word.
      if (step.isPickedUp && over?.id === active.id) return undefined;
      step.isPickedUp = false;
      return over
        ? `${title(active.id)} is over ${place(over.id)}.`
        : `${title(active.id)} is over no place of the list.`;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${title(active.id)} was dropped at ${place(over.id)}.`
        : `${title(active.id)} was dropped where it was.`,
    onDragCancel: ({ active }) => `Moving ${title(active.id)} was cancelled.`,
  };
}
