import type { CategoryRow, ContactRow, FolderRow, NoteRow, TaskRow } from '../../db/rows.ts';
import { yieldToMain } from '../../lib/later.ts';
import { noteText } from '../../sync/note-texts.ts';
import { rowsNow } from '../../sync/sync.ts';

/** Rows per slice, so that the page stays responsive. */
const SLICE = 500;
/** Notes whose texts are read at a time. */
const TEXTS = 50;

/** Some of the account's rows. */
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

/** The rows on this device, without the texts of notes, in slices. */
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

/** The contents of notes by their uids, from this device or the server, in slices. */
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
