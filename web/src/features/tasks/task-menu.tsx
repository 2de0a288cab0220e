import { addDays } from '#domain/dates.ts';
import { NO_CATEGORY } from '#domain/category.ts';
import { dateActions, priorityLabels, taskPriorities } from '#domain/task.ts';
import { ranksToMove } from '#domain/task-order.ts';
import { useCategories, useCategoryColors } from '../../data/categories/categories.ts';
import { useReorderTasks } from '../../data/tasks/tasks.ts';
import { today as todayNow } from '../../lib/clock.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import type { PanelName, Panels } from './panels.ts';
import type { OpenMenu, TaskActions } from './task-actions.tsx';
import { taskCategoryOptions } from './task-badges.tsx';

type Props = OpenMenu & {
  actions: TaskActions;
  /** Without the category filter, for sorting among all tasks of a panel. */
  panels: Panels;
  onClose: () => void;
};

/** The menu of a task's row, below the button that opened it. */
export function TaskMenu({ onClose, ...menu }: Props) {
  const { kind, task, button } = menu;
  const { left, top, width, height } = menu.place;
  const Items = { priority: PriorityItems, category: CategoryItems, more: MoreItems }[kind];
  return (
    <DropdownMenu
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <DropdownMenuTrigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left, top, width, height }}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align={button.dataset['control'] === 'more' ? 'end' : 'start'}
        aria-label={{ priority: 'Priority', category: 'Category', more: task.title }[kind]}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) button.focus();
        }}
      >
        <Items {...menu} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ItemsProps = Omit<Props, 'onClose'>;

function PriorityItems({ task, actions }: ItemsProps) {
  return taskPriorities.toReversed().map((priority) => (
    <DropdownMenuItem
      key={priority}
      aria-current={priority === task.priority}
      className="aria-current:font-semibold"
      onSelect={() => actions.update(task, { priority })}
    >
      {priorityLabels[priority]}
    </DropdownMenuItem>
  ));
}

function CategoryItems({ task, actions }: ItemsProps) {
  const { names } = useCategories();
  const colorOf = useCategoryColors();
  const current = task.category ?? NO_CATEGORY;
  return taskCategoryOptions(names, current || NO_CATEGORY, colorOf).map(
    ({ value, label, icon }) => (
      <DropdownMenuItem
        key={value}
        aria-current={value === current}
        className="aria-current:font-semibold"
        onSelect={() => actions.update(task, { category: value === NO_CATEGORY ? null : value })}
      >
        {icon}
        <span className="max-w-56 truncate">{label}</span>
      </DropdownMenuItem>
    ),
  );
}

/** The task above or below in the same list. */
function neighbourOf(button: HTMLElement, step: 1 | -1): string | undefined {
  const row = button.closest('[data-task]');
  const place = Number(row?.getAttribute('aria-posinset')) + step;
  const next = row?.parentElement?.querySelector<HTMLElement>(`[aria-posinset="${place}"]`);
  return next?.dataset['task'];
}

const STEPS = [
  [-1, 'Move up'],
  [1, 'Move down'],
] as const;

/** What a drag within a list does, one place at a time, for people who cannot drag (WCAG 2.5.7). */
function OrderItems({ task, button, panels }: ItemsProps) {
  const { mutate: reorder } = useReorderTasks();
  const panel = button.closest<HTMLElement>('[data-panel]')?.dataset['panel'];
  if (panel === undefined) return null;
  const tasks = panels[panel as PanelName];
  return STEPS.map(([step, label]) => {
    const over = neighbourOf(button, step);
    return over === undefined ? null : (
      <DropdownMenuItem key={label} onSelect={() => reorder(ranksToMove(tasks, task.uid, over))}>
        {label}
      </DropdownMenuItem>
    );
  });
}

/** All actions of a row: of its one button on touch screens, elsewhere of its handle. */
function MoreItems(item: ItemsProps) {
  const { task, button, place, actions } = item;
  const today = todayNow();
  const { canShift, canMoveToToday } = dateActions(task, today);
  return (
    <>
      {canMoveToToday ? (
        <DropdownMenuItem onSelect={() => actions.moveToToday(task)}>
          Move to today
        </DropdownMenuItem>
      ) : null}
      {task.completed ? null : (
        <DropdownMenuItem onSelect={() => actions.move([task], addDays(today, 1))}>
          Move to tomorrow
        </DropdownMenuItem>
      )}
      {canShift ? (
        <>
          <DropdownMenuItem onSelect={() => actions.shift(task, -1)}>
            Move back one day
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.shift(task, 1)}>
            Move forward one day
          </DropdownMenuItem>
        </>
      ) : null}
      {task.completed ? null : (
        <>
          <OrderItems {...item} />
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Priority</DropdownMenuLabel>
          <PriorityItems {...item} />
          <DropdownMenuSeparator />
          <DropdownMenuItem
            onSelect={(event) => {
              // The other menu replaces this one.
              event.preventDefault();
              actions.openMenu('category', task, button, place);
            }}
          >
            Choose a category
          </DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem onSelect={() => actions.edit(task)}>Edit task</DropdownMenuItem>
      <DropdownMenuItem
        isDangerous
        onSelect={() => actions.askToDelete(task, button.closest('li'))}
      >
        Delete task
      </DropdownMenuItem>
    </>
  );
}
