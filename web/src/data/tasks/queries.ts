import { useMemo, useState } from 'react';
import { isCompletedOn } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';

/** The tasks of one kind. That there are none is said only when all tasks are here. */
function useTasksThat(matches: (task: TaskRow) => boolean): RowsState<TaskRow> {
  const state = useRows('tasks');
  const all = state.status === 'ready' ? state.rows : null;
  const rows = useMemo(() => all?.filter(matches), [all, matches]);
  if (state.status !== 'ready' || !rows) return state;
  return state.isPartial && rows.length === 0 ? LOADING : { ...state, rows };
}

const LOADING = { status: 'loading' } as const;
const isOpen = ({ completed }: TaskRow) => !completed;

/** The open tasks and those completed today. */
export function useTasks(today: string): RowsState<TaskRow> {
  return useTasksThat(
    useMemo(() => (task: TaskRow) => !task.completed || isCompletedOn(task, today), [today]),
  );
}

/** The open tasks. */
export function useOpenTasks(): RowsState<TaskRow> {
  return useTasksThat(isOpen);
}

/** All tasks, those completed long ago too. */
export function useAllTasks() {
  return useRows('tasks');
}

/** One task as it is now, or as it was last, if it is gone. */
export function useTask(uid: string | null): { task: TaskRow | null; isGone: boolean } {
  const state = useAllTasks();
  const [last, setLast] = useState<TaskRow | null>(null);
  if (uid === null || state.status !== 'ready') return { task: last, isGone: false };
  const known = state.rows.find((task) => task.uid === uid);
  if (known && known !== last) setLast(known);
  return { task: known ?? last, isGone: !known };
}
