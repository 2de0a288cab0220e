import type { Move } from '#domain/task-order.ts';
import { newUid } from '#domain/uid.ts';
import type { Database } from '../../db/database.types.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { isRestorable } from '../../sync/overlay.ts';
import { rowNow, seenRevision } from '../../sync/sync.ts';
import { useChange } from '../../sync/use-change.ts';

type Columns = Database['public']['Tables']['tasks']['Insert'];

/** What a task is created with; the rest has its defaults. */
export type NewTask = Pick<Columns, 'title'> &
  Partial<Pick<Columns, 'description' | 'priority' | 'category' | 'due_date' | 'repeat_type'>>;
/** The fields that a change names; the others stay. */
export type TaskChanges = Partial<NewTask>;

const table = 'tasks';

/** `onCreated` says what the toast says, where it is not the usual text (quick add). */
export function useCreateTask(onCreated?: (task: NewTask) => void) {
  return useChange((task: NewTask) => [{ table, uid: newUid(), create: true, set: task }], {
    success: onCreated ?? 'Task created successfully!',
    failure: 'Failed to create task',
  });
}

export function useUpdateTask() {
  return useChange(
    ({ uid, changes }: { uid: string; changes: TaskChanges }) => [{ table, uid, set: changes }],
    { success: 'Task updated successfully!', failure: 'Failed to update task' },
  );
}

/**
 * Brings a task that was deleted back by what was typed in it: the same row, as long as it is in the
 * trash.
 */
export function useBringBackTask() {
  return useChange(
    ({ uid, task }: { uid: string; task: NewTask }) => {
      const row = rowNow(table, uid);
      const change = { table, uid, set: task } as const;
      if (row?.deleted_at === null) return [change];
      // Also where nothing of it was changed here.
      if (row && isRestorable(row)) return [{ table, uid, restore: true }, change];
      return [{ table, uid: newUid(), create: true, set: task }];
    },
    { success: 'Task created successfully!', failure: 'Failed to create task' },
  );
}

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

export function useDeleteTask() {
  return useChange(
    ({ uid }: Pick<TaskRow, 'uid'>) => [{ table, uid, delete: true, seen: seenRevision() }],
    {
      success: 'Task deleted successfully!',
      failure: 'Failed to delete task',
      undo: ({ uid }) => ({
        changes: [{ table, uid, restore: true }],
        success: 'Task restored',
        failure: 'Failed to restore task',
      }),
    },
  );
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
