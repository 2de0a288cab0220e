import { useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';

/** Read out when a handle takes the focus. */
const instructions =
  'To move this task within its list, press space or enter, use the up and down arrow keys, and press space or enter again to drop it. Press escape to leave it where it was.';

type Item = { uid: string; title: string };

/** Whether a drag has just begun; outlives the list, which may change while it begins. */
type DragStep = { isPickedUp: boolean };

/** What screen readers hear while an item is dragged. */
export function announcements(items: readonly Item[], list: string, step: DragStep): Announcements {
  const title = (id: UniqueIdentifier) => items.find((item) => item.uid === id)?.title ?? '';
  const place = (id: UniqueIdentifier) =>
    `position ${items.findIndex((item) => item.uid === id) + 1} of ${items.length} in ${list}`;
  return {
    onDragStart: ({ active }) => {
      step.isPickedUp = true;
      return `Picked up ${title(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // An item is over its own place as soon as it is picked up: that would cut off the first word.
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

/** By mouse, touch and keyboard; a finger that scrolls picks nothing up. */
function useSortSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

/** What DndContext needs for screen readers. */
function useSortAccessibility(items: readonly Item[], heading: string) {
  const [step] = useState<DragStep>(() => ({ isPickedUp: false }));
  return useMemo(
    () => ({
      announcements: announcements(items, heading, step),
      screenReaderInstructions: { draggable: instructions },
    }),
    [items, heading, step],
  );
}

type SortableProps<Sorted extends Item> = {
  items: readonly Sorted[];
  /** Names the list to screen readers. */
  heading: string;
  /** The item was dropped in the place of another. */
  onMove: (uid: string, overUid: string) => void;
  /** What follows the pointer. */
  renderDragged: (item: Sorted) => ReactNode;
  /** The list, whose items call `useSortableItem`; gets the uid of what is being dragged. */
  children: (draggedUid: string | null) => ReactNode;
};

/** A list that is sorted by dragging its items up and down. */
export function Sortable<Sorted extends Item>(props: SortableProps<Sorted>) {
  const { items, heading, onMove, renderDragged, children } = props;
  const [dragged, setDragged] = useState<Sorted | null>(null);
  const ids = useMemo(() => items.map(({ uid }) => uid), [items]);
  const sensors = useSortSensors();
  const accessibility = useSortAccessibility(items, heading);
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(items.find(({ uid }) => uid === active.id) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children(dragged?.uid ?? null)}
      </SortableContext>
      {createPortal(
        <DragOverlay>{dragged ? renderDragged(dragged) : null}</DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

/** For an item of a `Sortable`: the props of its element, and its handle. */
export function useSortableItem(uid: string, handleLabel: string) {
  const sortable = useSortable({ id: uid });
  const { attributes, listeners, transform, transition, isDragging } = sortable;
  const { setNodeRef, setActivatorNodeRef } = sortable;
  const style = {
    transform: CSS.Translate.toString(transform),
    transition,
    opacity: isDragging ? 0.35 : undefined,
  };
  const handle = (
    <button
      type="button"
      aria-label={handleLabel}
      data-tooltip="Drag to reorder"
      data-control="drag"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-half text-faint hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
  return { ref: setNodeRef, style, handle };
}
