import { useMemo } from 'react';
import { CalendarCheck, ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { dateActions, shiftDate } from '#domain/task.ts';
import { useCompleteTask, useUpdateTask } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today as todayNow } from '../../lib/clock.ts';
import { useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { followTask } from './focus.ts';

/** What can be done with a task in a list. */
export type TaskActions = {
  complete: (task: TaskRow, completed: boolean) => void;
  shift: (task: TaskRow, step: 1 | -1) => void;
  moveToToday: (task: TaskRow) => void;
  edit: (task: TaskRow) => void;
  /** Asks before the task in this row is deleted. */
  askToDelete: (task: TaskRow, row: HTMLElement | null) => void;
};

/** The same object for the life of the dashboard, so that rows need not be drawn again. */
export function useTaskActions(askToDelete: TaskActions['askToDelete']): TaskActions {
  const { mutate: complete } = useCompleteTask();
  const { mutate: update } = useUpdateTask();
  const showDialog = useShowDialog('task');
  return useMemo(
    () => ({
      complete: ({ uid }, completed) => complete({ uid, completed }),
      shift: ({ uid, due_date, repeat_type }, step) => {
        if (!due_date) return;
        update({ uid, changes: { due_date: shiftDate(due_date, step, repeat_type) } });
      },
      moveToToday: ({ uid }) => update({ uid, changes: { due_date: todayNow() } }),
      edit: ({ uid }) => showDialog(uid),
      askToDelete,
    }),
    [complete, update, showDialog, askToDelete],
  );
}

type Props = { task: TaskRow; today: string; actions: TaskActions };

/** The buttons of a task: date shift, edit and delete, as docs/spec.md, section 4 has them. */
export function TaskItemActions({ task, today, actions }: Props) {
  const { canShift, canMoveToToday } = dateActions(task, today);
  const common = { size: 'sm', className: 'max-md:h-9' } as const;
  return (
    <>
      {canShift ? (
        <IconButton
          {...common}
          label="Move back one day"
          data-control="back"
          onClick={() => {
            followTask(task.uid, 'back');
            actions.shift(task, -1);
          }}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
      ) : null}
      {canMoveToToday ? (
        <IconButton
          {...common}
          label="Move to today"
          data-control="today"
          onClick={() => {
            followTask(task.uid, 'today');
            actions.moveToToday(task);
          }}
        >
          <CalendarCheck aria-hidden />
        </IconButton>
      ) : null}
      {canShift ? (
        <IconButton
          {...common}
          label="Move forward one day"
          data-control="forward"
          onClick={() => {
            followTask(task.uid, 'forward');
            actions.shift(task, 1);
          }}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      ) : null}
      <IconButton
        {...common}
        label="Edit task"
        data-control="edit"
        onClick={() => actions.edit(task)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        {...common}
        label="Delete task"
        variant="danger"
        data-control="delete"
        onClick={({ currentTarget }) => actions.askToDelete(task, currentTarget.closest('li'))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
