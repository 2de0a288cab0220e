import { useMemo, useState } from 'react';
import { announcements, instructions, type DragStep, type Item } from './announcements.ts';

/** What DndContext needs for screen readers, in a list with this heading. */
export function useSortAccessibility(tasks: readonly Item[], heading: string) {
  const [step] = useState<DragStep>(() => ({ isPickedUp: false }));
  return useMemo(
    () => ({
      announcements: announcements(tasks, heading, step),
      screenReaderInstructions: { draggable: instructions },
    }),
    [tasks, heading, step],
  );
}
