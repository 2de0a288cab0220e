import { useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core';
import { FileText } from 'lucide-react';
import { useMoveNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';

/** The drop target that moves a note to the root. */
export const ALL_NOTES = 'all-notes';

const instructions =
  'To move this note into a folder, press space or enter, choose a folder or All Notes by the up and down arrow keys, and press space or enter again. Press escape to leave it where it was.';

const measuring = { droppable: { strategy: MeasuringStrategy.Always } };

const collision: CollisionDetection = (given) =>
  given.pointerCoordinates ? pointerWithin(given) : closestCenter(given);

/** By keyboard the note jumps from one drop target to the next. */
const nextPlace: KeyboardCoordinateGetter = (event, { context }) => {
  const { droppableContainers, droppableRects, over, collisionRect } = context;
  const down = event.code === 'ArrowDown';
  if (!down && event.code !== 'ArrowUp') return undefined;
  event.preventDefault();
  const places = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      return rect ? [{ id, rect }] : [];
    })
    .toSorted((a, b) => a.rect.top - b.rect.top);
  const at = places.findIndex(({ id }) => id === over?.id);
  const top = collisionRect?.top ?? 0;
  const next =
    at === -1
      ? places.find(({ rect }) => (down ? rect.top >= top : rect.top <= top))
      : places[down ? at + 1 : at - 1];
  return next ? { x: next.rect.left, y: next.rect.top } : undefined;
};

const titleOf = (active: Active) => String(active.data.current?.title ?? '');

function announcementsFor(nameOf: (uid: string) => string): Announcements {
  const place = (over: Over) =>
    over.id === ALL_NOTES ? 'All Notes' : nameOf(String(over.data.current?.folderUid));
  return {
    onDragStart: ({ active }) => `Picked up ${titleOf(active)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${titleOf(active)} is over ${place(over)}.` : `${titleOf(active)} is over no folder.`,
    onDragEnd: ({ active, over }) =>
      over
        ? `${titleOf(active)} was moved to ${place(over)}.`
        : `${titleOf(active)} was dropped where it was.`,
    onDragCancel: ({ active }) => `Moving ${titleOf(active)} was cancelled.`,
  };
}

type Props = {
  notes: readonly NoteSummary[];
  folderName: (uid: string) => string;
  children: ReactNode;
};

/** Drags a note onto a folder by mouse, touch or keyboard (spec section 4). */
export function SidebarDrag({ notes, folderName, children }: Props) {
  const { mutate: move } = useMoveNote();
  const [title, setTitle] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextPlace }),
  );
  const accessibility = useMemo(
    () => ({
      announcements: announcementsFor(folderName),
      screenReaderInstructions: { draggable: instructions },
    }),
    [folderName],
  );
  const drop = (active: Active, over: Over | null) => {
    setTitle(null);
    if (!over) return;
    const uid = String(active.data.current?.noteUid);
    const folderUid = over.id === ALL_NOTES ? null : String(over.data.current?.folderUid);
    const note = notes.find((candidate) => candidate.uid === uid);
    if (note && note.folder_uid !== folderUid) move({ uid, folderUid });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collision}
      measuring={measuring}
      accessibility={accessibility}
      onDragStart={({ active }) => setTitle(titleOf(active))}
      onDragCancel={() => setTitle(null)}
      onDragEnd={({ active, over }) => drop(active, over)}
    >
      {children}
      {createPortal(
        <DragOverlay dropAnimation={null} zIndex={70}>
          {title === null ? null : (
            // Beside the finger, so that the folder below can be read.
            <div className="ml-16 inline-flex h-full max-w-48 items-center gap-2 rounded-base border border-accent-ink bg-raised px-3 opacity-90 shadow-overlay">
              <FileText aria-hidden className="size-4 shrink-0" />
              <span className="truncate">{title}</span>
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}
