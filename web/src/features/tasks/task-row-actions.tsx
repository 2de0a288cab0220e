import { CalendarCheck, ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { dateActions } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { followTask } from './focus.ts';
import { openTaskWindow } from './task-windows.ts';
import type { TaskActions } from './use-task-actions.ts';

type Props = { task: TaskRow; today: string; actions: TaskActions };

/** Date shift, edit and delete of one row; which of them there are is spec section 4. */
export function TaskRowActions({ task, today, actions }: Props) {
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
        onClick={() => openTaskWindow({ kind: 'edit', task })}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        {...common}
        label="Delete task"
        variant="danger"
        data-control="delete"
        onClick={({ currentTarget }) =>
          openTaskWindow({ kind: 'delete', task, row: currentTarget.closest('li') })
        }
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
