import { memo, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { idsToReorder } from '../../../../../supabase/functions/_shared/domain/task-order.ts';
import { useReorderTasks } from '../../../data/tasks/mutations.ts';
import type { TaskRow } from '../../../db/rows.ts';
import { announcements, instructions } from './announcements.ts';
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
  const ids = useMemo(() => tasks.map(({ id }) => id), [tasks]);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const accessibility = useMemo(
    () => ({
      announcements: announcements(tasks, panelHeading),
      screenReaderInstructions: { draggable: instructions },
    }),
    [tasks, panelHeading],
  );
  const drag = (task: TaskRow | null) => {
    setDragged(task);
    slots.setDragged(task?.id ?? null);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    drag(null);
    if (!over) return;
    const order = idsToReorder(unfiltered, Number(active.id), Number(over.id));
    if (order.length > 0) reorder(order);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={measuring}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragStart={({ active }) => drag(tasks.find(({ id }) => id === active.id) ?? null)}
      onDragCancel={() => drag(null)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {handles.map(({ taskId, element }) =>
          createPortal(<DragHandle taskId={taskId} slot={element} />, element, String(taskId)),
        )}
      </SortableContext>
      {createPortal(
        <DragOverlay>
          {dragged ? (
            <div className="flex h-full items-center rounded-base border border-accent-ink bg-raised px-3 py-2 shadow-overlay">
              <span className="truncate">{dragged.title}</span>
            </div>
          ) : null}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
});
