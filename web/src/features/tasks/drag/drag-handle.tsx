import { useLayoutEffect } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { DragButton } from '../../../ui/sorting/drag-button.tsx';

type Props = { taskUid: string; slot: HTMLElement };

/**
 * The handle of one row, drawn into its place. Moves the row's element itself while something is
 * dragged: the row's component has no part in it and is not drawn again.
 */
export function DragHandle({ taskUid, slot }: Props) {
  const sortable = useSortable({ id: taskUid });
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
    <DragButton
      label="Drag to reorder"
      data-control="drag"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
    />
  );
}
