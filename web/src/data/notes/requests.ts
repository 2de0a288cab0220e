import { RequestError, succeed, unwrap } from '../../lib/errors.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { NewNote, Note, NoteChanges, NoteSummary } from './types.ts';

const SUMMARY = 'id, title, folder_id, created_at, updated_at';
const WHOLE = 'id, title, folder_id, created_at, updated_at, content';

/** Every note, without its content. */
export async function readNotes(): Promise<NoteSummary[]> {
  const supabase = await getSupabase();
  return readAll<NoteSummary>((from, to) =>
    supabase.from('notes').select(SUMMARY, { count: 'exact' }).order('id').range(from, to),
  );
}

export async function readNotesById(ids: number[]): Promise<NoteSummary[]> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('notes').select(SUMMARY).in('id', ids));
}

/** One note with its content; null if there is none any more. */
export async function findNote(id: number): Promise<Note | null> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('notes').select(WHOLE).eq('id', id)).at(0) ?? null;
}

/** The ids of all notes whose content holds `text`, without regard to case. */
export async function findNotesContaining(text: string): Promise<number[]> {
  const supabase = await getSupabase();
  const pattern = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const rows = await readAll<{ id: number }>((from, to) =>
    supabase
      .from('notes')
      .select('id', { count: 'exact' })
      .ilike('content', pattern)
      .order('id')
      .range(from, to),
  );
  return rows.map(({ id }) => id);
}

export async function insertNote(note: NewNote): Promise<Note> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('notes').insert(note).select(WHOLE).single());
}

/**
 * Saves a note if it still is the version that was loaded: `updatedAt` exactly as PostgREST gave it
 * (design section 5). Null: somebody changed or deleted it meanwhile, and nothing was saved.
 */
export async function updateNoteIf(
  id: number,
  updatedAt: string,
  changes: NoteChanges,
): Promise<Note | null> {
  const supabase = await getSupabase();
  const saved = await supabase
    .from('notes')
    .update(changes)
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select(WHOLE);
  return unwrap(saved).at(0) ?? null;
}

export async function moveNote(id: number, folderId: number | null): Promise<NoteSummary> {
  const supabase = await getSupabase();
  const moved = await supabase
    .from('notes')
    .update({ folder_id: folderId })
    .eq('id', id)
    .select(SUMMARY);
  const [note] = unwrap(moved);
  if (!note) throw new RequestError(404, 'The note is not there any more');
  return note;
}

export async function deleteNote(id: number): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.from('notes').delete().eq('id', id));
}
