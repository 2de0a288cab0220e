import { clsx } from 'clsx';
import { AlignLeft, CircleAlert, Repeat, Tag } from 'lucide-react';
import { categoryLabel, NO_CATEGORY, type CategoryColor } from '#domain/category.ts';
import { repeatLabels } from '#domain/repeat.ts';
import {
  isOverdue,
  priorityLabels,
  type TaskInput,
  type TaskPriority as Priority,
} from '#domain/task.ts';
import { categoryOptions, useCategoryColors } from '../../data/categories/categories.ts';
import type { TaskRow } from '../../db/rows.ts';
import { formatDay } from '../../lib/clock.ts';
import { CategoryDot, CategoryMark } from '../../ui/category-mark.tsx';
import type { SelectOption } from '../../ui/select-props.ts';
import type { ShownTask } from './row-transitions.ts';
import type { TaskActions } from './task-actions.tsx';

const priorityStyles: Record<Priority, string> = {
  high: 'bg-danger-soft text-danger-ink',
  medium: 'bg-warning-soft text-warning-ink',
  low: 'bg-sunken text-soft',
};

type Props = { task: ShownTask; actions: TaskActions };

/**
 * The first letter of the priority: high red, medium yellow, low grey (spec section 9). A press opens
 * the menu of priorities.
 */
export function TaskPriority({ task, actions }: Props) {
  if (task.completed) return <span className="w-5 shrink-0 @max-lg:hidden" />;
  const label = `${priorityLabels[task.priority]} priority`;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-haspopup="menu"
      data-tooltip={label}
      data-control="priority"
      onClick={({ currentTarget }) => actions.openMenu('priority', task, currentTarget)}
      className={clsx(
        'relative inline-flex size-5 shrink-0 items-center justify-center rounded-half border border-current/20 text-xs font-semibold after:absolute after:-inset-1.5',
        priorityStyles[task.priority],
      )}
    >
      <span aria-hidden>{priorityLabels[task.priority].charAt(0)}</span>
      <span className="sr-only">{label}</span>
    </button>
  );
}

/** The categories with their dots, for a task that has `current` or had it when the dialog opened. */
export function taskCategoryOptions(
  names: readonly string[],
  current: string,
  colorOf: (name: string) => CategoryColor,
): SelectOption[] {
  return categoryOptions(names, current, 'No category').map((option) =>
    option.value === NO_CATEGORY
      ? option
      : { ...option, icon: <CategoryDot color={colorOf(option.value)} /> },
  );
}

/** Dot and label of the category. A press opens the menu of categories. */
export function TaskCategory({ task, actions }: Props) {
  const colorOf = useCategoryColors();
  const { category, completed } = task;
  const mark = category ? (
    <CategoryMark color={colorOf(category)} label={categoryLabel(category)} />
  ) : null;
  // In a narrow row an empty slot comes after the icons, so that they follow the priority.
  const slot = clsx(
    'flex min-w-0 items-center @lg:w-28 @lg:shrink-0',
    !mark && 'order-1 @lg:order-none',
  );
  // As far in as the button of an open task has its own.
  if (completed) return <span className={clsx(slot, '@lg:pl-1')}>{mark}</span>;
  return (
    <span className={slot}>
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={mark ? undefined : 'Choose a category'}
        data-tooltip={mark ? undefined : 'Choose a category'}
        data-control="category"
        onClick={({ currentTarget }) => actions.openMenu('category', task, currentTarget)}
        className={clsx(
          'flex h-7 min-w-7 max-w-full items-center rounded-half px-1 hover:bg-hover',
          !mark &&
            'justify-center text-faint pointer-coarse:hidden pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100',
        )}
      >
        {mark ?? <Tag aria-hidden className="size-3.5" />}
      </button>
    </span>
  );
}

type Repeating = Pick<TaskInput, 'repeat_type' | 'recurrence'>;

/** How a task repeats; undefined for one that does not. */
export function repeatsOf({ repeat_type, recurrence }: Repeating): string | undefined {
  if (recurrence) return 'Repeats by a rule of another program';
  return repeat_type === 'none' ? undefined : `Repeats: ${repeatLabels[repeat_type]}`;
}

/** Icons for a description and for repetition. */
export function TaskMarks({ task }: { task: TaskRow }) {
  const repeats = repeatsOf(task);
  return (
    <span className="order-1 flex shrink-0 items-center justify-end gap-2 text-faint @lg:order-none @lg:mr-1 @lg:w-9">
      {task.description ? (
        <span data-tooltip="Has a description" className="inline-flex">
          <AlignLeft aria-hidden className="size-3.5" />
          <span className="sr-only">Has a description</span>
        </span>
      ) : null}
      {repeats && (
        <span data-tooltip={repeats} className="inline-flex">
          <Repeat aria-hidden className="size-3.5" />
          <span className="sr-only">{repeats}</span>
        </span>
      )}
    </span>
  );
}

type TimeProps = {
  task: TaskRow;
  today: string;
  /** The heading has it: the row repeats it for screen readers only. */
  isSaid: boolean;
};

/** The due date, red with an icon if it has passed. */
export function TaskTime({ task, today, isSaid }: TimeProps) {
  const isPast = isOverdue(task, today);
  return (
    <span
      className={clsx(
        'order-2 ml-auto inline-flex shrink-0 items-center justify-end gap-1 text-sm whitespace-nowrap @lg:w-16',
        isPast ? 'font-medium text-danger-ink' : 'text-soft',
      )}
    >
      {isPast ? (
        <span data-tooltip="Overdue" className="inline-flex">
          <CircleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">Overdue</span>
        </span>
      ) : null}
      {task.due_date ? (
        <time dateTime={task.due_date} className={isSaid ? 'sr-only' : undefined}>
          {formatDay(task.due_date)}
        </time>
      ) : null}
    </span>
  );
}
