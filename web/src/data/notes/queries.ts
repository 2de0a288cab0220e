import { useEffect } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NoteRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { isContentChange } from '../../sync/changes.ts';
import { noteText, rowNow, useOutbox, useRows, type RowsState } from '../../sync/sync.ts';

/** A note as the list knows it. */
export type NoteSummary = NoteRow;
/** A note with its content, as one that is open needs it. */
export type Note = NoteRow & { content: string | null };

type Notes =
  | Exclude<RowsState<NoteSummary>, { status: 'ready' }>
  | { status: 'ready'; notes: readonly NoteSummary[] };

type OpenNote =
  | Exclude<RowsState<NoteSummary>, { status: 'ready' }>
  | { status: 'gone' }
  | { status: 'ready'; note: Note };

/** Milliseconds that a note that was left stays in memory: opening it again is instant. */
const KEEP_CLOSED = 10 * 60_000;

/** Every note, without its content. */
export function useNotes(): Notes {
  const state = useRows('notes');
  return state.status === 'ready' ? { status: 'ready', notes: state.rows } : state;
}

/** The content of a note, of this revision or a later one: from this device's copy if it is there. */
export function noteTextQuery(uid: string, contentRev: number) {
  return queryOptions({
    queryKey: ['note-text', uid, contentRev],
    queryFn: () => noteText(uid, contentRev),
    gcTime: KEEP_CLOSED,
    // The device's own copy needs no network.
    networkMode: 'always',
  });
}

/** A content that waits to be sent, or undefined. */
function useWaitingContent(uid: string): string | null | undefined {
  const entry = useOutbox('notes').findLast(
    ({ change }) =>
      change.table === 'notes' && change.uid === uid && 'set' in change && 'content' in change.set,
  );
  if (!entry || !('set' in entry.change)) return undefined;
  const content = entry.change.set['content'];
  return typeof content === 'string' ? content : null;
}

/** One note with its content, as it is now with all that waits. */
export function useNote(uid: string, listed: NoteSummary | undefined): OpenNote {
  const waiting = useWaitingContent(uid);
  const contentRev = listed?.content_rev ?? 0;
  const isKnown = waiting !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...noteTextQuery(uid, contentRev),
    enabled: listed !== undefined && !isKnown,
    // While a newer one is read the one before stays.
    placeholderData: (before) => before,
  });
  useEffect(() => {
    if (!error) return undefined;
    const again = () => void refetch();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [error, refetch]);
  if (!listed) return { status: 'gone' };
  if (isKnown) return { status: 'ready', note: { ...listed, content: waiting } };
  if (data) return { status: 'ready', note: { ...listed, content: data.content } };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}

/** The contents that were written at the same place here and elsewhere, and wait for a choice. */
export function useNoteConflicts() {
  return useOutbox('notes').flatMap((entry) => {
    const { change, conflict } = entry;
    if (!conflict || !isContentChange(change)) return [];
    const { title, content } = change.set;
    const mine = {
      title: typeof title === 'string' ? title : (rowNow('notes', change.uid)?.title ?? ''),
      content: typeof content === 'string' ? content : null,
    };
    const folder_uid = rowNow('notes', change.uid)?.folder_uid ?? null;
    return [{ seq: entry.seq, uid: change.uid, mine, theirs: conflict, folder_uid }];
  });
}

/** The uids of the notes whose content holds `text`; asked anew each time. */
export function notesContainingQuery(text: string) {
  return queryOptions({
    queryKey: ['note-search', text],
    queryFn: () => findNotesContaining(text),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The uids of all notes whose content holds `text`, without regard to case. */
async function findNotesContaining(text: string): Promise<string[]> {
  const supabase = await getSupabase();
  const pattern = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const rows = await readAll<{ id: number; uid: string }>((from, to) =>
    supabase
      .from('notes')
      .select('id, uid', { count: 'exact' })
      .is('deleted_at', null)
      .ilike('content', pattern)
      .order('id')
      .range(from, to),
  );
  return rows.map(({ uid }) => uid);
}

/** One note with its content, read now. Null if it does not exist. */
export async function findNote(uid: string): Promise<Note | null> {
  const supabase = await getSupabase();
  const rows = unwrap(
    await supabase.from('notes').select('*').eq('uid', uid).is('deleted_at', null),
  );
  return rows[0] ?? null;
}
