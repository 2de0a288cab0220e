import { clsx } from 'clsx';
import { CircleAlert, Repeat } from 'lucide-react';
import { categoryLabel } from '#domain/category.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { isOverdue, type TaskPriority } from '#domain/task.ts';
import type { RepeatType } from '#domain/repeat.ts';
import type { TaskRow } from '../../db/rows.ts';
import { formatDay } from '../../lib/clock.ts';
import { CategoryMark } from '../../ui/category-mark.tsx';
import { priorityLabels, repeatLabels } from './task-options.tsx';

const priorityStyles: Record<TaskPriority, string> = {
  high: 'bg-danger-soft text-danger-ink',
  medium: 'bg-warning-soft text-warning-ink',
  low: 'bg-sunken text-soft',
};

/** The first letter of the priority: high red, medium yellow, low grey (docs/spec.md, section 9). */
function PriorityBadge({ priority }: { priority: TaskPriority }) {
  const label = `${priorityLabels[priority]} priority`;
  return (
    <span
      data-tooltip={label}
      className={clsx(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-half border border-current/20 text-xs font-semibold',
        priorityStyles[priority],
      )}
    >
      <span aria-hidden>{priorityLabels[priority].charAt(0)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

function RepeatMark({ repeatType }: { repeatType: RepeatType }) {
  const label = `Repeats: ${repeatLabels[repeatType]}`;
  return (
    <span data-tooltip={label} className="inline-flex text-soft">
      <Repeat aria-hidden className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The due date; red with an alert where it has passed. */
function DueDate({ date, isPast }: { date: string; isPast: boolean }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums',
        isPast ? 'font-medium text-danger-ink' : 'text-soft',
      )}
    >
      {isPast ? (
        <span data-tooltip="Overdue" className="inline-flex">
          <CircleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">Overdue</span>
        </span>
      ) : null}
      <time dateTime={date}>{formatDay(date)}</time>
    </span>
  );
}

/** Priority and category. */
export function TaskTags({ task: { completed, priority, category } }: { task: TaskRow }) {
  const colorOf = useCategoryColors();
  return (
    <>
      {completed ? null : <PriorityBadge priority={priority} />}
      {category ? <CategoryMark color={colorOf(category)} label={categoryLabel(category)} /> : null}
    </>
  );
}

/** Repeat icon and due date, in a column of their own where the row is wide. */
export function TaskTime({ task, today }: { task: TaskRow; today: string }) {
  if (!task.due_date && task.repeat_type === 'none') return null;
  return (
    <div className="flex h-8 items-center justify-end gap-2 @xl:order-3 @xl:min-w-22">
      {task.repeat_type === 'none' ? null : <RepeatMark repeatType={task.repeat_type} />}
      {task.due_date ? <DueDate date={task.due_date} isPast={isOverdue(task, today)} /> : null}
    </div>
  );
}
