import type { TaskInput } from '#domain/task.ts';
import type { Move } from '#domain/task-order.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';

const table = 'tasks';

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
