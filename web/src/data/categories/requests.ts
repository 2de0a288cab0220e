import type { CategoryRow } from '../../db/rows.ts';
import { succeed, unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';

export async function insertCategory(name: string): Promise<CategoryRow> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('categories').insert({ name }).select().single());
}

/** Tasks, contacts and folders follow in the same transaction. */
export async function renameCategory({ from, to }: { from: string; to: string }): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.rpc('rename_category', { old_name: from, new_name: to }));
}

/** Answers the ids of what was deleted: none, if somebody was quicker. */
export async function deleteCategory(name: string): Promise<Pick<CategoryRow, 'id'>[]> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('categories').delete().eq('name', name).select('id'));
}
