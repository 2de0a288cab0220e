import { RequestError, succeed, unwrap } from '../../lib/errors.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Folder, FolderFields } from './types.ts';

const COLUMNS = 'id, name, category, parent_id, updated_at';

export async function readFolders(): Promise<Folder[]> {
  const supabase = await getSupabase();
  return readAll<Folder>((from, to) =>
    supabase.from('folders').select(COLUMNS, { count: 'exact' }).order('id').range(from, to),
  );
}

export async function readFoldersById(ids: number[]): Promise<Folder[]> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('folders').select(COLUMNS).in('id', ids));
}

export async function insertFolder(folder: FolderFields): Promise<Folder> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('folders').insert(folder).select(COLUMNS).single());
}

export async function updateFolder(id: number, changes: Partial<FolderFields>): Promise<Folder> {
  const supabase = await getSupabase();
  const changed = await supabase.from('folders').update(changes).eq('id', id).select(COLUMNS);
  const [folder] = unwrap(changed);
  if (!folder) throw new RequestError(404, 'The folder is not there any more');
  return folder;
}

export async function deleteFolder(id: number): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.from('folders').delete().eq('id', id));
}
