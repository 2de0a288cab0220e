import { memo, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  closestCenter,
  DndContext,
  DragOverlay,
  MeasuringStrategy,
  type DragEndEvent,
} from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { ranksToMove } from '#domain/task-order.ts';
import { useReorderTasks } from '../../../data/tasks/mutations.ts';
import type { TaskRow } from '../../../db/rows.ts';
import { useSortAccessibility } from '../../../ui/sorting/use-sort-accessibility.ts';
import { useSortSensors } from '../../../ui/sorting/use-sort-sensors.ts';
import { DragHandle } from './drag-handle.tsx';
import { useHandleSlots, type HandleSlots } from './handle-slots.ts';

type Props = {
  slots: HandleSlots;
  panelHeading: string;
  tasks: readonly TaskRow[];
  unfiltered: readonly TaskRow[];
};

const measuring = { droppable: { strategy: MeasuringStrategy.WhileDragging } };

/**
 * Sorting within one panel by mouse, touch and keyboard. Draws nothing but the handles, into the
 * places that the rows keep for them, and what is being dragged.
 */
export const PanelDrag = memo(function PanelDrag(props: Props) {
  const { slots, panelHeading, tasks, unfiltered } = props;
  const { mutate: reorder } = useReorderTasks();
  const [dragged, setDragged] = useState<TaskRow | null>(null);
  const handles = useHandleSlots(slots);
  const ids = useMemo(() => tasks.map(({ uid }) => uid), [tasks]);
  const sensors = useSortSensors();
  const accessibility = useSortAccessibility(tasks, panelHeading);
  const drag = (task: TaskRow | null) => {
    setDragged(task);
    slots.setDragged(task?.uid ?? null);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    drag(null);
    if (!over) return;
    const ranks = ranksToMove(unfiltered, String(active.id), String(over.id));
    if (ranks.length > 0) reorder(ranks);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={measuring}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragStart={({ active }) => drag(tasks.find(({ uid }) => uid === active.id) ?? null)}
      onDragCancel={() => drag(null)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {handles.map(({ taskUid, element }) =>
          createPortal(<DragHandle taskUid={taskUid} slot={element} />, element, taskUid),
        )}
      </SortableContext>
      {createPortal(
        <DragOverlay>{dragged ? <DraggedTask title={dragged.title} /> : null}</DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
});

/** What follows the pointer: the row's handle, box and title, where they stand in the row. */
function DraggedTask({ title }: { title: string }) {
  return (
    <div className="flex h-full items-center gap-2 rounded-base border border-accent-ink bg-raised py-1.5 pr-3 pl-1 shadow-overlay">
      <GripVertical aria-hidden className="mx-1 size-4 shrink-0" />
      <span className="size-[1.125rem] shrink-0 rounded-half border-2 border-line-strong" />
      <span className="line-clamp-2 wrap-anywhere">{title}</span>
    </div>
  );
}
