import { useId } from 'react';
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CalendarCheck } from 'lucide-react';
import { ranksToMove } from '#domain/task-order.ts';
import { useReorderTasks } from '../../data/tasks/mutations.ts';
import type { TaskRow } from '../../db/rows.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSortAccessibility } from '../../ui/sorting/use-sort-accessibility.ts';
import { useSortSensors } from '../../ui/sorting/use-sort-sensors.ts';
import { SortableTask } from './sortable-task.tsx';

type Props = { heading: string; tasks: readonly TaskRow[] };

/** A list that is sorted by mouse, touch and keyboard, as on the dashboard. */
export function TaskList({ heading, tasks }: Props) {
  const id = useId();
  const { mutate: reorder } = useReorderTasks();
  const sensors = useSortSensors();
  const accessibility = useSortAccessibility(tasks, heading);
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over) return;
    const ranks = ranksToMove(tasks, String(active.id), String(over.id));
    if (ranks.length > 0) reorder(ranks);
  };
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-base border border-line bg-surface shadow-card"
    >
      <h2 id={id} className="border-b border-line px-4 py-2.5 text-sm font-semibold">
        {heading}
      </h2>
      {tasks.length === 0 ? (
        <EmptyState icon={<CalendarCheck />} title="No tasks due today" className="py-8" />
      ) : (
        <DndContext
          id={id}
          sensors={sensors}
          collisionDetection={closestCenter}
          modifiers={[restrictToVerticalAxis]}
          accessibility={accessibility}
          onDragEnd={drop}
        >
          <SortableContext
            items={tasks.map((task) => task.uid)}
            strategy={verticalListSortingStrategy}
          >
            <ul aria-labelledby={id} className="divide-y divide-line">
              {tasks.map((task) => (
                <SortableTask key={task.uid} task={task} />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
    </section>
  );
}
