import { useMemo } from 'react';
import { shiftDate } from '../../../../supabase/functions/_shared/domain/tasks.ts';
import { useToggleTask, useUpdateTask } from '../../data/tasks/mutations.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';

/** What a row can do. The same object for the life of the dashboard, so that rows need not redraw. */
export type TaskActions = {
  toggle: (task: TaskRow) => void;
  shift: (task: TaskRow, step: 1 | -1) => void;
  moveToToday: (task: TaskRow) => void;
};

export function useTaskActions(): TaskActions {
  const toggle = useToggleTask();
  const { mutate: update } = useUpdateTask();
  return useMemo(
    () => ({
      toggle: (task) => toggle(task),
      shift: ({ id, due_date, repeat_type }, step) => {
        if (!due_date) return;
        update({ id, changes: { due_date: shiftDate(due_date, step, repeat_type) } });
      },
      moveToToday: ({ id }) => update({ id, changes: { due_date: today() } }),
    }),
    [toggle, update],
  );
}
