import type { CategoryRow, ContactRow, FolderRow, NoteRow, TaskRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { yieldToMain } from '../../lib/later.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { noteText } from '../../sync/note-texts.ts';
import { isRow } from '../../sync/server.ts';
import { rowsNow } from '../../sync/sync.ts';

/** Milliseconds: what was completed since is on every device, a day less than a new one is sent. */
const KNOWN = 59 * 24 * 60 * 60 * 1000;
/** Rows that are handed over at a time: the page answers in between. */
const SLICE = 500;
/** Notes whose texts are read at a time. */
const TEXTS = 50;

/** Some of what the account has. */
export type OwnRows = {
  categories?: CategoryRow[];
  folders?: FolderRow[];
  tasks?: TaskRow[];
  contacts?: ContactRow[];
  notes?: NoteRow[];
};

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += SLICE) yield rows.slice(at, at + SLICE);
}

/** What this device has of everything but the texts of notes, as it is now, in pieces. */
export async function* ownRows(): AsyncGenerator<OwnRows> {
  yield { categories: [...rowsNow('categories')] };
  for (const folders of slices(rowsNow('folders'))) yield { folders };
  for (const tasks of slices(rowsNow('tasks'))) {
    yield { tasks };
    await yieldToMain();
  }
  for (const contacts of slices(rowsNow('contacts'))) {
    yield { contacts };
    await yieldToMain();
  }
  for (const notes of slices(rowsNow('notes'))) {
    yield { notes };
    await yieldToMain();
  }
}

/**
 * Tasks that were completed before this device knew of them, from the server, page by page
 * (docs/decisions/0049-completed-long-ago.md).
 */
export async function* earlierTasks(signal: AbortSignal): AsyncGenerator<TaskRow[]> {
  const known = new Set(rowsNow('tasks').map(({ uid }) => uid));
  let place: Record<string, unknown> | null = {
    before: new Date(Date.now() - KNOWN).toISOString(),
  };
  while (place) {
    const supabase = await getSupabase();
    const page: unknown = unwrap(
      await supabase.rpc('completed_tasks', { ...place, wanted: '' }).abortSignal(signal),
    );
    const { rows, next } = page as { rows: unknown[]; next: Record<string, unknown> | null };
    yield rows.filter(isRow).filter(({ uid }) => !known.has(uid)) as TaskRow[];
    place = next;
  }
}

/** The contents of notes by their uids: this device's, or the server's. In pieces. */
export async function* noteTexts(
  notes: readonly Pick<NoteRow, 'uid' | 'content_rev'>[],
): AsyncGenerator<[uid: string, content: string | null][]> {
  for (let at = 0; at < notes.length; at += TEXTS) {
    const some = notes.slice(at, at + TEXTS);
    const texts = await Promise.all(
      some.map(async ({ uid, content_rev }) => {
        const text = await noteText(uid, content_rev);
        return [uid, text?.content ?? null] as [string, string | null];
      }),
    );
    yield texts;
    await yieldToMain();
  }
}
