import { expect, test } from 'vitest';
import { saveNote } from './save.ts';
import type { Note, NoteChanges } from './types.ts';

const base: Note = {
  id: 1,
  title: 'Trip',
  content: 'pack',
  folder_id: null,
  created_at: '0',
  updated_at: '1',
};
const changes = { title: 'Trip', content: 'pack a lot' };

/** A server with one note that somebody else may have changed. */
function server(stored: Note | null) {
  let note = stored;
  return {
    find: () => Promise.resolve(note),
    updateIf: (_id: number, version: string, next: NoteChanges) => {
      if (!note || note.updated_at !== version) return Promise.resolve(null);
      note = { ...note, ...next, updated_at: `${note.updated_at}1` };
      return Promise.resolve(note);
    },
  };
}
const save = (stored: Note | null) => saveNote({ id: 1, base, changes }, server(stored));

test('design §5 notes: a note that nobody else touched is saved', async () => {
  expect(await save(base)).toMatchObject({ outcome: 'saved', note: changes });
});

test('design §5 notes: a text that was changed elsewhere is not overwritten', async () => {
  const theirs = { ...base, content: 'pack nothing', updated_at: '2' };
  expect(await save(theirs)).toEqual({ outcome: 'conflict', theirs });
});

test('design §5 notes: a note that was deleted elsewhere is a conflict too', async () => {
  expect(await save(null)).toEqual({ outcome: 'conflict', theirs: null });
});

test('design §5 notes: a note that was only moved is saved and stays where it was moved to', async () => {
  const saved = await save({ ...base, folder_id: 7, updated_at: '2' });
  expect(saved).toMatchObject({ outcome: 'saved', note: { ...changes, folder_id: 7 } });
});

test('design §5 notes: a save whose answer was lost is no conflict with itself', async () => {
  const saved = await save({ ...base, ...changes, updated_at: '2' });
  expect(saved).toMatchObject({ outcome: 'saved', note: { updated_at: '2' } });
});
