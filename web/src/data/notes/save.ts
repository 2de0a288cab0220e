import { findNote, updateNoteIf } from './requests.ts';
import type { Note, NoteChanges } from './types.ts';

/** The version of a note that editing began with. */
export type NoteBase = Pick<Note, 'title' | 'content' | 'updated_at'>;

export type SaveRequest = { id: number; base: NoteBase; changes: NoteChanges };

/** `theirs` is the version that stands in the way; null: the note was deleted. */
export type SaveResult =
  | { outcome: 'saved'; note: Note }
  | { outcome: 'conflict'; theirs: Note | null };

/** Versions in a row that differ from the last one in nothing that the editor shows. */
const ATTEMPTS = 5;

type Text = Pick<Note, 'title' | 'content'>;

function isSameText(a: Text, b: Text): boolean {
  return a.title === b.title && (a.content ?? '') === (b.content ?? '');
}

type Server = { find: typeof findNote; updateIf: typeof updateNoteIf };

/**
 * Saves a note unless its text was changed elsewhere since editing began (design section 5). A note
 * that was only moved meanwhile has a new version but the same text: it is saved without asking.
 * So is one whose save had arrived before and whose answer was lost.
 */
export async function saveNote(
  { id, base, changes }: SaveRequest,
  { find, updateIf }: Server = { find: findNote, updateIf: updateNoteIf },
): Promise<SaveResult> {
  let version = base.updated_at;
  let theirs: Note | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const note = await updateIf(id, version, changes);
    if (note) return { outcome: 'saved', note };
    theirs = await find(id);
    if (!theirs) break;
    const isInPlace = changes.folder_id === undefined || changes.folder_id === theirs.folder_id;
    if (isSameText(theirs, changes) && isInPlace) return { outcome: 'saved', note: theirs };
    if (!isSameText(theirs, base) && !isSameText(theirs, changes)) break;
    version = theirs.updated_at;
  }
  return { outcome: 'conflict', theirs };
}
