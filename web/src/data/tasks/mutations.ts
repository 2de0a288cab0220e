import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { messageFor, statusOf } from '../../lib/errors.ts';
import type { Change } from '../../lib/live-table.ts';
import { isLive } from '../../lib/live.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { liveTasks, pendingTasks } from './live.ts';
import { withChanged, withCreated, withOrder, withoutTask, withToggled } from './pending-task.ts';
import * as requests from './requests.ts';
import { tickThenMove } from './ticks.ts';
import type { NewTask, TaskChanges } from './types.ts';

/** One after the other in the order they were made, so that the last word is the user's last. */
const scope = { id: 'tasks' };

type Rollback = { rollback: () => void };

/** What the server answered goes into the lists; what else it caused comes over the live channel. */
function accept(client: QueryClient, change: Change<TaskRow>): void {
  liveTasks.apply(client, change);
  if (!isLive()) void liveTasks.reload(client);
}

/** Says why, and looks at the task again if the server refused: it may be gone or different. */
function refuse(client: QueryClient, error: Error, message: string, id?: number): void {
  console.error(message, error);
  toastError(messageFor(error, message));
  if (id === undefined || statusOf(error) === 0) return;
  liveTasks.refresh(client, [id]).catch((cause: unknown) => {
    console.warn('The task could not be read again.', cause);
  });
}

function succeedWith(text: string, undo?: () => void): void {
  toast({
    title: 'Success',
    description: text,
    ...(undo ? { action: { label: 'Undo', onSelect: undo } } : {}),
  });
}

/** `onCreated` says what the toast says, where it is not the usual text (quick add). */
export function useCreateTask(onCreated?: (task: TaskRow) => void) {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.insertTask,
    onMutate: (draft: NewTask): Rollback => ({ rollback: pendingTasks.add(withCreated(draft)) }),
    onSuccess: (task) => {
      accept(client, { rows: [task] });
      if (onCreated) onCreated(task);
      else succeedWith('Task created successfully!');
    },
    onError: (error) => refuse(client, error, 'Failed to create task'),
    onSettled: (_task, _error, _draft, context) => context?.rollback(),
  });
}

export function useUpdateTask() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id, changes }: { id: number; changes: TaskChanges }) =>
      requests.updateTask(id, changes),
    onMutate: ({ id, changes }): Rollback => ({
      rollback: pendingTasks.add(withChanged(id, changes)),
    }),
    onSuccess: (task) => {
      accept(client, { rows: [task] });
      succeedWith('Task updated successfully!');
    },
    onError: (error, { id }) => refuse(client, error, 'Failed to update task', id),
    onSettled: (_task, _error, _change, context) => context?.rollback(),
  });
}

export function useToggleTask() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope,
    mutationFn: (task: TaskRow) => requests.toggleTask(task.id, today()),
    onMutate: (task): Rollback => ({
      rollback: tickThenMove({ id: task.id, completed: !task.completed }, () =>
        pendingTasks.add(withToggled(task)),
      ),
    }),
    onSuccess: (task) => {
      accept(client, { rows: [task] });
      succeedWith('Task status updated!', task.completed ? () => mutate(task) : undefined);
    },
    onError: (error, { id }) => refuse(client, error, 'Failed to update task', id),
    onSettled: (_task, _error, _before, context) => context?.rollback(),
  });
  return mutate;
}

export function useDeleteTask() {
  const client = useQueryClient();
  const restore = useCreateTask();
  return useMutation({
    scope,
    mutationFn: (task: TaskRow) => requests.deleteTask(task.id),
    onMutate: (task): Rollback => ({ rollback: pendingTasks.add(withoutTask(task.id)) }),
    onSuccess: (_done, task) => {
      accept(client, { removed: [task.id] });
      succeedWith('Task deleted successfully!', () => restore.mutate(asNew(task)));
    },
    onError: (error, { id }) => refuse(client, error, 'Failed to delete task', id),
    onSettled: (_done, _error, _task, context) => context?.rollback(),
  });
}

/** A deleted task comes back as a new one that has everything the old one had. */
function asNew(task: TaskRow): NewTask {
  const { title, description, priority, category, completed, completed_at } = task;
  const { due_date, repeat_type, sort_order, created_at } = task;
  return {
    title,
    description,
    priority,
    category,
    completed,
    completed_at,
    due_date,
    repeat_type,
    sort_order,
    created_at,
  };
}

/** Takes the ids in their new order. */
export function useReorderTasks() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.reorderTasks,
    onMutate: (ids: number[]): Rollback => ({ rollback: pendingTasks.add(withOrder(ids)) }),
    onSuccess: (_done, ids) => {
      const listed = new Set(ids);
      const rows = client
        .getQueriesData<TaskRow[]>({ queryKey: [liveTasks.root] })
        .flatMap(([, list]) => list?.filter(({ id }) => listed.has(id)) ?? []);
      accept(client, { rows: [...withOrder(ids)(rows)] });
    },
    onError: (error) => {
      refuse(client, error, 'Failed to reorder tasks');
      void liveTasks.reload(client);
    },
    onSettled: (_done, _error, _ids, context) => context?.rollback(),
  });
}
