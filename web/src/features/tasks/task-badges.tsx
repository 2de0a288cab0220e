import { clsx } from 'clsx';
import { CircleAlert, Repeat } from 'lucide-react';
import { categoryDot, categoryLabel } from '#domain/category.ts';
import type { RepeatType, TaskPriority } from '../../db/rows.ts';
import { formatDay } from '../../lib/format-date.ts';
import { CategoryMark as DotAndLabel } from '../../ui/category-mark.tsx';
import { priorityLabels, repeatLabels } from './task-labels.ts';

const priorityLooks: Record<TaskPriority, string> = {
  high: 'bg-danger-soft text-danger-ink',
  medium: 'bg-warning-soft text-warning-ink',
  low: 'bg-sunken text-soft',
};

/** The first letter of the priority: high red, medium yellow, low grey (spec section 9). */
export function PriorityBadge({ priority }: { priority: TaskPriority }) {
  const label = `${priorityLabels[priority]} priority`;
  return (
    <span
      data-tooltip={label}
      className={clsx(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-half border border-current/20 text-xs font-semibold',
        priorityLooks[priority],
      )}
    >
      <span aria-hidden>{priorityLabels[priority].charAt(0)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

export function CategoryMark({ category }: { category: string }) {
  return <DotAndLabel dot={categoryDot(category)} label={categoryLabel(category)} />;
}

export function RepeatMark({ repeatType }: { repeatType: RepeatType }) {
  const label = `Repeats: ${repeatLabels[repeatType]}`;
  return (
    <span data-tooltip={label} className="inline-flex text-soft">
      <Repeat aria-hidden className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The due date; red with an alert where it has passed. */
export function DueDate({ date, isOverdue }: { date: string; isOverdue: boolean }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums',
        isOverdue ? 'font-medium text-danger-ink' : 'text-soft',
      )}
    >
      {isOverdue ? (
        <span data-tooltip="Overdue" className="inline-flex">
          <CircleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">Overdue</span>
        </span>
      ) : null}
      <time dateTime={date}>{formatDay(date)}</time>
    </span>
  );
}
