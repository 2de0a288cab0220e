import { useMemo } from 'react';
import {
  CalendarCheck,
  ChevronLeft,
  ChevronRight,
  EllipsisVertical,
  Pencil,
  Trash2,
} from 'lucide-react';
import { dateActions, shiftDate, type TaskInput } from '#domain/task.ts';
import { useCompleteTask, useMoveTasks, useUpdateTask } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today as todayNow } from '../../lib/clock.ts';
import { useMedia } from '../../lib/store.ts';
import { useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import {
  followTask,
  forgetTicked,
  keepTicked,
  leavePlace,
  type RowControl,
  type ShownTask,
} from './row-transitions.ts';

/** An open menu of a task's row, and the button that opened it. */
export type OpenMenu = {
  kind: 'priority' | 'category' | 'more';
  task: TaskRow;
  button: HTMLElement;
  /** Where the button was then: its row may be replaced before the menu is drawn. */
  place: DOMRect;
};

/** The actions of a task in a list. */
export type TaskActions = {
  complete: (task: TaskRow, completed: boolean) => void;
  update: (task: TaskRow, changes: Partial<TaskInput>) => void;
  shift: (task: TaskRow, step: 1 | -1) => void;
  moveToToday: (task: TaskRow) => void;
  /** Gives tasks another day, with one Undo. Their rows slide there; a dragged one from the pointer. */
  move: (tasks: readonly TaskRow[], day: string | null, dragged?: Element | null) => void;
  edit: (task: TaskRow) => void;
  /** Asks before the task in this row is deleted. */
  askToDelete: (task: TaskRow, row: HTMLElement | null) => void;
  openMenu: (
    kind: OpenMenu['kind'],
    task: TaskRow,
    button: HTMLElement,
    place?: OpenMenu['place'],
  ) => void;
  /** Without a pointer that hovers, one button has the actions that appear on hover. */
  isTouch: boolean;
};

/** The same object in all renders of the dashboard, so that rows do not render again. */
export function useTaskActions(
  askToDelete: TaskActions['askToDelete'],
  showMenu: (menu: OpenMenu) => void,
): TaskActions {
  const { mutate: complete } = useCompleteTask();
  const { mutate: update } = useUpdateTask();
  const { mutate: moveTasks } = useMoveTasks();
  const showDialog = useShowDialog('task');
  const isTouch = useMedia('(hover: none)');
  return useMemo(() => {
    const move: TaskActions['move'] = (tasks, due_date, dragged) => {
      leavePlace(
        tasks.map(({ uid }) => uid),
        dragged,
      );
      moveTasks({ tasks, due_date });
    };
    return {
      complete: (task, completed) => {
        complete({ uid: task.uid, completed });
        if (completed) keepTicked(task);
        else forgetTicked(task.uid);
      },
      update: ({ uid }, changes) => update({ uid, changes }),
      shift: (task, step) => {
        const { due_date, repeat_type } = task;
        if (due_date) move([task], shiftDate(due_date, step, repeat_type));
      },
      moveToToday: (task) => move([task], todayNow()),
      move,
      edit: ({ uid }) => showDialog(uid),
      askToDelete,
      openMenu: (kind, task, button, place = button.getBoundingClientRect()) =>
        showMenu({ kind, task, button, place }),
      isTouch,
    };
  }, [complete, update, moveTasks, showDialog, askToDelete, showMenu, isTouch]);
}

type Props = { task: ShownTask; today: string; actions: TaskActions };

/**
 * The buttons of a task (spec section 4): date shift, edit and delete, on hover and with the keyboard.
 * On touch screens one button has them all.
 */
export function TaskItemActions({ task, today, actions }: Props) {
  // What was just ticked is done, though its row is still where it was.
  const completed = task.completed || task.ticked !== undefined;
  const { canShift, canMoveToToday } = dateActions({ ...task, completed }, today);
  if (actions.isTouch) {
    return (
      <IconButton
        label="More"
        tabIndex={-1}
        data-control="more"
        onClick={({ currentTarget }) => actions.openMenu('more', task, currentTarget)}
      >
        <EllipsisVertical aria-hidden />
      </IconButton>
    );
  }
  /** The row may move to another panel: the same button gets the focus there. */
  const following = (control: RowControl, act: () => void) => ({
    size: 'sm' as const,
    tabIndex: -1,
    'data-control': control,
    onClick: () => {
      followTask(task.uid, control);
      act();
    },
  });
  return (
    <div className="task-actions">
      {canShift ? (
        <IconButton label="Move back one day" {...following('back', () => actions.shift(task, -1))}>
          <ChevronLeft aria-hidden />
        </IconButton>
      ) : null}
      {canMoveToToday ? (
        <IconButton label="Move to today" {...following('today', () => actions.moveToToday(task))}>
          <CalendarCheck aria-hidden />
        </IconButton>
      ) : null}
      {canShift ? (
        <IconButton
          label="Move forward one day"
          {...following('forward', () => actions.shift(task, 1))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      ) : null}
      <IconButton
        label="Edit task"
        size="sm"
        tabIndex={-1}
        data-control="edit"
        onClick={() => actions.edit(task)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label="Delete task"
        size="sm"
        tabIndex={-1}
        variant="danger"
        data-control="delete"
        onClick={({ currentTarget }) => actions.askToDelete(task, currentTarget.closest('li'))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
