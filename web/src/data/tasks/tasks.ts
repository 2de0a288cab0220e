import { useMemo, useState } from 'react';
import type { Move } from '#domain/task-order.ts';
import { isCompletedOn, type TaskInput } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';

const table = 'tasks';
const LOADING = { status: 'loading' } as const;
const isOpen = ({ completed }: TaskRow) => !completed;

/** The tasks of one kind. That there are none is said only when all tasks are here. */
function useTasksThat(matches: (task: TaskRow) => boolean): RowsState<TaskRow> {
  const state = useRows(table);
  const all = state.status === 'ready' ? state.rows : null;
  const rows = useMemo(() => all?.filter(matches), [all, matches]);
  if (state.status !== 'ready' || !rows) return state;
  return state.isPartial && rows.length === 0 ? LOADING : { ...state, rows };
}

/** The open tasks and those completed today. */
export function useTasks(day: string): RowsState<TaskRow> {
  return useTasksThat(
    useMemo(() => (task: TaskRow) => !task.completed || isCompletedOn(task, day), [day]),
  );
}

/** The open tasks. */
export function useOpenTasks(): RowsState<TaskRow> {
  return useTasksThat(isOpen);
}

/** All tasks, those completed long ago too. */
export function useAllTasks() {
  return useRows(table);
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

export const {
  useCreate: useCreateTask,
  useUpdate: useUpdateTask,
  useBringBack: useBringBackTask,
  useDelete: useDeleteTask,
} = tableMutations<TaskInput>(table, '!');

function completion({ uid, completed }: Pick<TaskRow, 'uid' | 'completed'>) {
  const completed_at = completed ? { completed_at: new Date().toISOString() } : {};
  return [{ table, uid, set: { completed, ...completed_at }, today: today() } as const];
}

/** Completed is set, never flipped: whoever clicks says what the box is to show. */
export function useCompleteTask() {
  const texts = { success: 'Task status updated!', failure: 'Failed to update task' };
  return useChange(completion, {
    ...texts,
    undo: ({ uid, completed }) =>
      completed ? { ...texts, changes: completion({ uid, completed: false }) } : undefined,
  });
}

/** Takes the ranks that differ (domain/task-order.ts). */
export function useReorderTasks() {
  return useChange(
    (moves: Move[]) =>
      moves.map(({ uid, rank, isDragged }) => ({
        table,
        uid,
        set: { rank },
        ...(!isDragged && { fill: true as const }),
      })),
    { failure: 'Failed to reorder tasks' },
  );
}
