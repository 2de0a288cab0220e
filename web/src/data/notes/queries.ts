import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NoteRow } from '../../db/rows.ts';
import { RequestError, unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { isContentChange, waitingText } from '../../sync/changes.ts';
import { noteText, notesWithText } from '../../sync/note-texts.ts';
import { rowNow, useOutbox, useRows, useSyncStatus, type RowsState } from '../../sync/sync.ts';

/** Rows of the first request; PostgREST may return fewer (`max_rows` in supabase/config.toml). */
const FIRST_PAGE = 1000;
/** After this many attempts a list that keeps changing is taken as it is. */
const ATTEMPTS = 3;

type Page<Row> = PromiseLike<{
  data: Row[] | null;
  error: { message: string; code?: string } | null;
  count: number | null;
  status: number;
  statusText: string;
}>;

/** Asks for the rows `from` to `to`, both included, in a fixed order, with `count: 'exact'`. */
export type PageReader<Row> = (from: number, to: number) => Page<Row>;

/**
 * Reads a whole list, however few rows the server returns at once: the first page has the count, the
 * others are read in parallel. If rows were added or removed between two pages, it reads again.
 */
export async function readAll<Row extends { id: number | string }>(
  readPage: PageReader<Row>,
): Promise<Row[]> {
  let rows = new Map<Row['id'], Row>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    rows = new Map();
    const add = (page: Row[]) => page.forEach((row) => rows.set(row.id, row));
    const first = await readPage(0, FIRST_PAGE - 1);
    const firstRows = unwrap(first);
    add(firstRows);
    const total = first.count ?? firstRows.length;
    const size = firstRows.length;
    if (size >= total) break;
    if (size === 0) throw new RequestError(502, 'The server counts rows that it does not give');
    const starts = Array.from(
      { length: Math.ceil(total / size) - 1 },
      (_, page) => (page + 1) * size,
    );
    const pages = await Promise.all(starts.map((from) => readPage(from, from + size - 1)));
    for (const page of pages) add(unwrap(page));
    if (rows.size === total && pages.every((page) => page.count === total)) break;
  }
  return [...rows.values()];
}

/** A note of the list, without content. */
export type NoteSummary = NoteRow;
/** A note with its content. */
export type Note = NoteRow & { content: string | null };

type OpenNote =
  | Exclude<RowsState<NoteSummary>, { status: 'ready' }>
  | { status: 'gone' }
  | { status: 'ready'; note: Note };

/** Milliseconds that a closed note's content stays in memory. */
const KEEP_CLOSED = 10 * 60_000;
/** Milliseconds until a content that could not be read is read again. */
const READ_AGAIN_AFTER = 15_000;

/** Every note, without its content. */
export function useNotes(): RowsState<NoteSummary> {
  return useRows('notes');
}

/** The content of a note, of this revision or a later one: from the device's copy if it has it. */
export function noteTextQuery(uid: string, contentRev: number) {
  return queryOptions({
    queryKey: ['note-text', uid, contentRev],
    queryFn: () => noteText(uid, contentRev),
    gcTime: KEEP_CLOSED,
    // The device's copy needs no network.
    networkMode: 'always',
  });
}

type Text = Pick<Note, 'content' | 'content_rev'>;

/** One note with its content, with the changes that wait applied. */
export function useNote(uid: string, listed: NoteSummary | undefined): OpenNote {
  const waiting = waitingText(useOutbox('notes'), uid);
  const { isPartial } = useSyncStatus();
  const contentRev = listed?.content_rev ?? 0;
  const { data, error, isFetching, refetch } = useQuery({
    ...noteTextQuery(uid, contentRev),
    enabled: listed !== undefined && waiting === undefined,
    refetchInterval: ({ state }) => (state.status === 'error' ? READ_AGAIN_AFTER : false),
  });
  const now: Text | null | undefined = waiting ?? data;
  // While a newer text is read, the one before stays, with its revision.
  const [last, setLast] = useState(now);
  if (now && (now.content !== last?.content || now.content_rev !== last.content_rev)) setLast(now);
  if (!listed) return { status: isPartial ? 'loading' : 'gone' };
  const text = now ?? last;
  if (text) return { status: 'ready', note: { ...listed, ...pickText(text) } };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}

function pickText({ content, content_rev }: Text): Text {
  return { content, content_rev };
}

/** The contents whose same paragraph was changed here and elsewhere, and which wait for a choice. */
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

/** The uids of the notes whose content holds `text`; asked again each time. */
export function notesContainingQuery(text: string) {
  return queryOptions({
    queryKey: ['note-search', text],
    queryFn: async () => {
      try {
        return await findNotesContaining(text);
      } catch (error) {
        console.warn('The server could not search; this device does.', error);
        return notesWithText(text);
      }
    },
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
