import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageFor, statusOf } from '../../lib/errors.ts';
import { isLive } from '../../lib/live.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { liveCategories } from './live.ts';
import { pendingCategories, withName, withoutName, withRenamed } from './pending.ts';
import * as requests from './requests.ts';

/** One after the other in the order they were made. */
const scope = { id: 'categories' };

type Rollback = { rollback: () => void };

function succeedWith(text: string, undo?: () => void): void {
  toast({
    title: 'Success',
    description: text,
    ...(undo ? { action: { label: 'Undo', onSelect: undo } } : {}),
  });
}

/** Says why, and reads the list again if the server refused: it may look different by now. */
function refuse(client: QueryClient, error: Error, message: string): void {
  console.error(message, error);
  toastError(messageFor(error, message));
  if (statusOf(error) === 0) return;
  liveCategories.reload(client).catch((cause: unknown) => {
    console.warn('The categories could not be read again.', cause);
  });
}

export function useCreateCategory() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.insertCategory,
    onMutate: (name): Rollback => ({ rollback: pendingCategories.add(withName(name)) }),
    onSuccess: (row) => {
      liveCategories.apply(client, { rows: [row] });
      succeedWith('Category created successfully!');
    },
    onError: (error) => refuse(client, error, 'Failed to create category'),
    onSettled: (_row, _error, _name, context) => context?.rollback(),
  });
}

/** The filter of the top bar stays on the category that it is on, under its new name. */
function renameSelected(from: string, to: string): void {
  if (readStored('selectedCategory') === from) writeStored('selectedCategory', to);
}

/** Tasks, contacts and folders follow in the same transaction. */
export function useRenameCategory() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.renameCategory,
    onMutate: ({ from, to }): Rollback => {
      const rollback = pendingCategories.add(withRenamed(from, to));
      renameSelected(from, to);
      return { rollback };
    },
    onSuccess: async () => {
      succeedWith('Category updated successfully!');
      // The live channel brings the new names; without it everything that may hold one is reloaded.
      await (isLive() ? liveCategories.reload(client) : client.invalidateQueries());
    },
    onError: (error, { from, to }) => {
      renameSelected(to, from);
      refuse(client, error, 'Failed to update category');
    },
    onSettled: (_done, _error, _names, context) => context?.rollback(),
  });
}

/** Tasks, contacts and folders keep the name, so that undoing brings everything back. */
export function useDeleteCategory() {
  const client = useQueryClient();
  const restore = useCreateCategory();
  return useMutation({
    scope,
    mutationFn: requests.deleteCategory,
    onMutate: (name): Rollback => ({ rollback: pendingCategories.add(withoutName(name)) }),
    onSuccess: (rows, name) => {
      liveCategories.apply(client, { removed: rows.map(({ id }) => id) });
      succeedWith('Category deleted successfully!', () => restore.mutate(name));
    },
    onError: (error) => refuse(client, error, 'Failed to delete category'),
    onSettled: (_rows, _error, _name, context) => context?.rollback(),
  });
}
