import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageFor, succeed, unwrap } from '../../lib/errors.ts';
import { isLive } from '../../lib/live.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { liveCategories } from './live.ts';

const scope = { id: 'categories' };

async function insertCategory(name: string) {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('categories').insert({ name }).select().single());
}

async function renameCategory({ from, to }: { from: string; to: string }) {
  const supabase = await getSupabase();
  succeed(await supabase.rpc('rename_category', { old_name: from, new_name: to }));
}

async function deleteCategory(name: string) {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('categories').delete().eq('name', name).select('id'));
}

function refuse(error: Error, message: string): void {
  console.error(message, error);
  toastError(messageFor(error, message));
}

export function useCreateCategory() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: insertCategory,
    onSuccess: (row) => {
      liveCategories.apply(client, { rows: [row] });
      toast({ title: 'Success', description: 'Category created successfully!' });
    },
    onError: (error) => refuse(error, 'Failed to create category'),
  });
}

/** Tasks, contacts and folders follow in the same transaction. */
export function useRenameCategory() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: renameCategory,
    onSuccess: async () => {
      toast({ title: 'Success', description: 'Category updated successfully!' });
      // The live channel brings the new names; without it everything that may hold one is reloaded.
      await (isLive() ? liveCategories.reload(client) : client.invalidateQueries());
    },
    onError: (error) => refuse(error, 'Failed to update category'),
  });
}

export function useDeleteCategory() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: deleteCategory,
    onSuccess: (rows) => {
      liveCategories.apply(client, { removed: rows.map(({ id }) => id) });
      toast({ title: 'Success', description: 'Category deleted successfully!' });
    },
    onError: (error) => refuse(error, 'Failed to delete category'),
  });
}
