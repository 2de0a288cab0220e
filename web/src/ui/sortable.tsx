import { useEffect, useMemo, useState, type ReactNode, type TouchEvent } from 'react';
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
  type CollisionDetection,
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

/** Announced when a handle gets the focus. */
const instructions =
  'To move this task within its list, press space or enter, use the up and down arrow keys, and press space or enter again to drop it. Press escape to leave it where it was.';

type Item = { uid: string; title: string };

/** The state of a drag; outlives renders of the list, which may change during it. */
type DragStep = {
  isPickedUp: boolean;
  /** The zone outside of the list that the pointer is over. */
  zone?: { name: string; element: HTMLElement } | null;
};

/** The announcements for screen readers while an item is dragged. */
export function announcements(
  items: readonly Item[],
  list: string,
  step: DragStep,
  zoneName: (zone: string) => string = String,
): Announcements {
  const title = (id: UniqueIdentifier) => items.find((item) => item.uid === id)?.title ?? '';
  const place = (id: UniqueIdentifier) =>
    `position ${items.findIndex((item) => item.uid === id) + 1} of ${items.length} in ${list}`;
  return {
    onDragStart: ({ active }) => {
      step.isPickedUp = true;
      return `Picked up ${title(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // An item is over its own position as soon as it is picked up: that would interrupt "Picked up".
      if (step.isPickedUp && over?.id === active.id) return undefined;
      step.isPickedUp = false;
      return over
        ? `${title(active.id)} is over ${place(over.id)}.`
        : `${title(active.id)} is over no place of the list.`;
    },
    onDragEnd: ({ active, over }) =>
      step.zone
        ? `${title(active.id)} was dropped on ${zoneName(step.zone.name)}.`
        : over
          ? `${title(active.id)} was dropped at ${place(over.id)}.`
          : `${title(active.id)} was dropped where it was.`,
    onDragCancel: ({ active }) => `Moving ${title(active.id)} was cancelled.`,
  };
}

/** Mouse, touch and keyboard; a finger that scrolls, swipes or taps does not start a drag. */
function useSortSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 350, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

/** Where an item can be dropped outside of its list: elements with `data-drop-zone`. */
type DropZones = {
  /** The zone around the list itself, which does not count. */
  own: string;
  /** The name of a zone for screen readers. */
  nameOf: (zone: string) => string;
  onDrop: (uid: string, zone: string) => void;
};

function zoneAt({ clientX, clientY }: PointerEvent, own: string): DragStep['zone'] {
  const zone = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest<HTMLElement>('[data-drop-zone]'))
    .find((element) => element !== null);
  const name = zone?.dataset['dropZone'];
  return zone && name !== undefined && name !== own ? { name, element: zone } : null;
}

/** Follows the pointer of a drag over the zones outside of the list. */
function useZones(zones: DropZones | undefined, step: DragStep, isDragging: boolean): void {
  const own = zones?.own;
  useEffect(() => {
    if (!isDragging || own === undefined) return undefined;
    const enter = (zone: DragStep['zone']) => {
      if (zone?.element === step.zone?.element) return;
      delete step.zone?.element.dataset['over'];
      if (zone) zone.element.dataset['over'] = '';
      step.zone = zone;
    };
    const follow = (event: PointerEvent) => enter(zoneAt(event, own));
    addEventListener('pointermove', follow, { capture: true });
    return () => {
      removeEventListener('pointermove', follow, { capture: true });
      enter(null);
    };
  }, [own, step, isDragging]);
}

type SortableProps<Sorted extends Item> = {
  items: readonly Sorted[];
  /** Names the list to screen readers. */
  heading: string;
  /** The item was dropped at the position of another. */
  onMove: (uid: string, overUid: string) => void;
  zones?: DropZones;
  /** The copy that follows the pointer. */
  renderDragged: (item: Sorted) => ReactNode;
  /** The list, whose items call `useSortableItem`; gets the uid of what is being dragged. */
  children: (draggedUid: string | null) => ReactNode;
};

/** A list that is sorted by dragging its items up and down. */
export function Sortable<Sorted extends Item>(props: SortableProps<Sorted>) {
  const { items, heading, onMove, zones, renderDragged, children } = props;
  const [dragged, setDragged] = useState<Sorted | null>(null);
  const ids = useMemo(() => items.map(({ uid }) => uid), [items]);
  const sensors = useSortSensors();
  const [step] = useState<DragStep>(() => ({ isPickedUp: false }));
  useZones(zones, step, dragged !== null);
  const accessibility = useMemo(
    () => ({
      announcements: announcements(items, heading, step, zones?.nameOf),
      screenReaderInstructions: { draggable: instructions },
    }),
    [items, heading, step, zones?.nameOf],
  );
  const detectCollision: CollisionDetection = (args) => (step.zone ? [] : closestCenter(args));
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (step.zone) zones?.onDrop(String(active.id), step.zone.name);
    else if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollision}
      modifiers={zones ? NO_MODIFIERS : VERTICAL}
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

const VERTICAL = [restrictToVerticalAxis];
const NO_MODIFIERS: never[] = [];

type ItemOptions = {
  isTabStop?: boolean;
  /** The menu of a handle that is pressed and not dragged. The same function in all renders. */
  openMenu?: (handle: HTMLElement) => void;
};

/** For an item of a `Sortable`: the props of its element, its handle, and what else picks it up by touch. */
export function useSortableItem(uid: string, handleLabel: string, options: ItemOptions = {}) {
  const { isTabStop = true, openMenu } = options;
  const sortable = useSortable({ id: uid });
  const { attributes, listeners, transform, transition, isDragging } = sortable;
  const { setNodeRef, setActivatorNodeRef } = sortable;
  const style = {
    transform: CSS.Translate.toString(transform),
    transition,
    opacity: isDragging ? 0.35 : undefined,
  };
  // During a drag the items render with every move; their handles do not.
  const handle = useMemo(
    () => (
      <button
        type="button"
        aria-label={handleLabel}
        data-tooltip="Drag to reorder"
        data-control="drag"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-haspopup={openMenu && 'menu'}
        onClick={openMenu && (({ currentTarget }) => openMenu(currentTarget))}
        tabIndex={isTabStop ? 0 : -1}
        className="flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-half text-faint hover:text-ink active:cursor-grabbing"
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
    ),
    [handleLabel, attributes, listeners, setActivatorNodeRef, isTabStop, openMenu],
  );
  const onTouchStart = (event: TouchEvent) => listeners?.['onTouchStart']?.(event);
  return { ref: setNodeRef, style, handle, onTouchStart };
}
