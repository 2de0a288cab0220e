import { useLayoutEffect } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';

type Props = { taskId: number; slot: HTMLElement };

/**
 * The handle of one row, drawn into its place. Moves the row's element itself while something is
 * dragged: the row's component has no part in it and is not drawn again.
 */
export function DragHandle({ taskId, slot }: Props) {
  const sortable = useSortable({ id: taskId });
  const { attributes, listeners, transform, transition, isDragging } = sortable;
  const { setNodeRef, setActivatorNodeRef } = sortable;

  useLayoutEffect(() => {
    setNodeRef(slot.closest('li'));
    return () => setNodeRef(null);
  }, [setNodeRef, slot]);

  useLayoutEffect(() => {
    const row = slot.closest('li');
    if (!row) return undefined;
    row.style.transform = CSS.Translate.toString(transform) ?? '';
    row.style.transition = transition ?? '';
    row.style.opacity = isDragging ? '0.35' : '';
    return undefined;
  }, [slot, transform, transition, isDragging]);

  return (
    <button
      type="button"
      ref={setActivatorNodeRef}
      aria-label="Drag to reorder"
      data-tooltip="Drag to reorder"
      data-control="drag"
      {...attributes}
      {...listeners}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-half text-faint hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}
