import { addDays } from '#domain/dates.ts';
import { NO_CATEGORY } from '#domain/category.ts';
import { dateActions, priorityLabels, taskPriorities } from '#domain/task.ts';
import { useCategories, useCategoryColors } from '../../data/categories/categories.ts';
import { today as todayNow } from '../../lib/clock.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import type { OpenMenu, TaskActions } from './task-actions.tsx';
import { taskCategoryOptions } from './task-badges.tsx';

type Props = OpenMenu & { actions: TaskActions; onClose: () => void };

/** The menu of a task's row, below the button that opened it. */
export function TaskMenu({ kind, task, button, actions, onClose }: Props) {
  const { left, top, width, height } = button.getBoundingClientRect();
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
        align={kind === 'more' ? 'end' : 'start'}
        aria-label={{ priority: 'Priority', category: 'Category', more: task.title }[kind]}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) button.focus();
        }}
      >
        <Items task={task} button={button} actions={actions} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ItemsProps = Pick<Props, 'task' | 'button' | 'actions'>;

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

/** The actions of a row on touch screens. */
function MoreItems({ task, button, actions }: ItemsProps) {
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
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Priority</DropdownMenuLabel>
          <PriorityItems task={task} button={button} actions={actions} />
          <DropdownMenuSeparator />
          <DropdownMenuItem
            onSelect={(event) => {
              // The other menu replaces this one.
              event.preventDefault();
              actions.openMenu('category', task, button);
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
