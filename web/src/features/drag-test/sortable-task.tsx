import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import type { TaskRow } from '../../db/rows.ts';
import { formatDay } from '../../lib/format-date.ts';
import { DragButton } from '../../ui/sorting/drag-button.tsx';

export function SortableTask({ task }: { task: TaskRow }) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: task.uid });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'flex min-h-12 items-center gap-2 bg-surface py-1.5 pr-4 pl-2',
        isDragging && 'relative z-10 bg-raised shadow-raised',
      )}
    >
      <DragButton
        label={`Drag to reorder ${task.title}`}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{task.title}</span>
      {task.due_date ? (
        <time dateTime={task.due_date} className="shrink-0 text-xs text-soft">
          {formatDay(task.due_date)}
        </time>
      ) : null}
    </li>
  );
}
