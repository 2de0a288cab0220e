import { useMemo, useState } from 'react';
import { isCompletedOn } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';

export type Tasks =
  | Exclude<RowsState<TaskRow>, { status: 'ready' }>
  | { status: 'ready'; tasks: readonly TaskRow[] };

function useTasksThat(belongs: (task: TaskRow) => boolean): Tasks {
  const state = useRows('tasks');
  const rows = state.status === 'ready' ? state.rows : null;
  const tasks = useMemo(() => rows?.filter(belongs), [rows, belongs]);
  if (state.status !== 'ready' || !tasks) return state.status === 'ready' ? LOADING : state;
  // That there are none is said when all are here.
  if (state.isPartial && tasks.length === 0) return LOADING;
  return { status: 'ready', tasks };
}

const LOADING = { status: 'loading' } as const;
const isOpen = ({ completed }: TaskRow) => !completed;

/** The open tasks and those completed today. */
export function useTasks(today: string): Tasks {
  return useTasksThat(
    useMemo(() => (task: TaskRow) => !task.completed || isCompletedOn(task, today), [today]),
  );
}

/** The open tasks. */
export function useOpenTasks(): Tasks {
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
