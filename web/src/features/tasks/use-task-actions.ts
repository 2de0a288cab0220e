import { useMemo } from 'react';
import { shiftDate } from '#domain/task.ts';
import { useCompleteTask, useUpdateTask } from '../../data/tasks/mutations.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';

/** What a row can do. The same object for the life of the dashboard, so that rows need not redraw. */
export type TaskActions = {
  complete: (task: TaskRow, completed: boolean) => void;
  shift: (task: TaskRow, step: 1 | -1) => void;
  moveToToday: (task: TaskRow) => void;
};

export function useTaskActions(): TaskActions {
  const { mutate: complete } = useCompleteTask();
  const { mutate: update } = useUpdateTask();
  return useMemo(
    () => ({
      complete: ({ uid }, completed) => complete({ uid, completed }),
      shift: ({ uid, due_date, repeat_type }, step) => {
        if (!due_date) return;
        update({ uid, changes: { due_date: shiftDate(due_date, step, repeat_type) } });
      },
      moveToToday: ({ uid }) => update({ uid, changes: { due_date: today() } }),
    }),
    [complete, update],
  );
}
