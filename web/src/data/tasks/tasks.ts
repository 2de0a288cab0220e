import { useMemo, useState } from 'react';
import { categoryLabel } from '#domain/category.ts';
import type { Move } from '#domain/task-order.ts';
import { isCompletedOn, type TaskInput } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { isToastOpen, toast } from '../../lib/toast.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';
import { tableMutations, toastSuccess, useChange } from '../../sync/use-change.ts';

const table = 'tasks';
const LOADING = { status: 'loading' } as const;
const isOpen = ({ completed }: TaskRow) => !completed;

/** The tasks that match; 'loading' as long as none does and more may arrive. */
export function useTasksThat(matches: (task: TaskRow) => boolean): RowsState<TaskRow> {
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

/** All tasks on this device, completed ones too. */
export function useAllTasks() {
  return useRows(table);
}

/** One task; after it was deleted, its last state. */
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

/** Creates a task of the quick add, with its own toast. */
export function useAddTask() {
  return useCreateTask({
    success: ({ title, category }) =>
      toast({
        title: 'Task created',
        description: `"${title}" was added to ${categoryLabel(category ?? '')}`,
      }),
  });
}

function completion({ uid, completed }: Pick<TaskRow, 'uid' | 'completed'>) {
  const completed_at = completed ? { completed_at: new Date().toISOString() } : {};
  return [{ table, uid, set: { completed, ...completed_at }, today: today() } as const];
}

const completionTexts = { success: 'Task status updated!', failure: 'Failed to update task' };
/** What the toast that may still be shown can undo. */
let completedTogether: { toastId: number; uids: readonly string[] } = { toastId: 0, uids: [] };

/** Shows a toast whose Undo covers everything that was completed while it was shown. */
function toastCompleted({ uid, completed }: Pick<TaskRow, 'uid' | 'completed'>): void {
  const { toastId, uids: before } = completedTogether;
  const uids = isToastOpen(toastId) ? before.filter((one) => one !== uid) : [];
  if (completed) uids.push(uid);
  const undone = uids.flatMap((one) => completion({ uid: one, completed: false }));
  const undo = undone.length > 0 ? { ...completionTexts, changes: undone } : undefined;
  completedTogether = { toastId: toastSuccess(completionTexts.success, undo), uids };
}

/** Sets `completed`, never toggles it: the click says what the checkbox is to show. */
export function useCompleteTask() {
  return useChange(completion, { success: toastCompleted, failure: completionTexts.failure });
}

/** Tasks as they are, and their new date. */
type NewDay = { tasks: readonly TaskRow[]; due_date: string | null };

/** Gives tasks another date; Undo gives each its own back. */
export function useMoveTasks() {
  const textsOf = (count: number) => ({
    success: count === 1 ? 'Task updated successfully!' : 'Tasks updated successfully!',
    failure: count === 1 ? 'Failed to update task' : 'Failed to update tasks',
  });
  return useChange(
    ({ tasks, due_date }: NewDay) => tasks.map(({ uid }) => ({ table, uid, set: { due_date } })),
    {
      success: ({ tasks }) =>
        void toastSuccess(textsOf(tasks.length).success, {
          ...textsOf(tasks.length),
          changes: tasks.map(({ uid, due_date }) => ({ table, uid, set: { due_date } })),
        }),
      failure: 'Failed to update task',
    },
  );
}

/** Writes the ranks that changed (domain/task-order.ts). */
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
