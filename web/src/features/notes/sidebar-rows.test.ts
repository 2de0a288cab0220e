import { expect, test } from 'vitest';
import type { Folder } from '../../data/folders/queries.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { foundNotes, rememberingSort, sidebarRows, type SidebarRow } from './sidebar-rows.ts';

const folder = (id: number, name: string, parent: number | null = null, category = ''): Folder => ({
  id,
  uid: `${id}`,
  user_id: '',
  rev: 1,
  edited_rev: 1,
  deleted_at: null,
  deleted_with: null,
  created_at: '',
  updated_at: '',
  name,
  category,
  parent_uid: parent === null ? null : `${parent}`,
});
const note = (id: number, title: string, place: number | null = null): NoteSummary => ({
  id,
  uid: `${id}`,
  user_id: '',
  rev: 1,
  edited_rev: 1,
  deleted_at: null,
  deleted_with: null,
  created_at: '',
  updated_at: '',
  content_rev: 1,
  title,
  folder_uid: place === null ? null : `${place}`,
});
const drawn = (rows: SidebarRow[]) =>
  rows.map(
    (row) =>
      '  '.repeat(row.level) + (row.kind === 'note' ? row.note.title : `${row.folder.name}/`),
  );

const folders = [folder(1, 'Work'), folder(2, 'Home'), folder(3, 'Plans', 1)];
const notes = [note(1, 'zebra'), note(2, 'Apple'), note(3, 'deep', 3), note(4, 'work note', 1)];
const all = { folders, notes, closed: new Set<string>(), category: 'all' };

test('§2 notes sidebar: notes at the root first, then the folder tree, all open', () => {
  expect(drawn(sidebarRows(all))).toEqual([
    'Apple',
    'zebra',
    'Home/',
    'Work/',
    '  Plans/',
    '    deep',
    '  work note',
  ]);
});

test('§4 notes sidebar: a closed folder hides what is in it', () => {
  expect(drawn(sidebarRows({ ...all, closed: new Set(['1']) }))).toEqual([
    'Apple',
    'zebra',
    'Home/',
    'Work/',
  ]);
});

test('§2 notes sidebar: indented up to level 4, however deep', () => {
  const chain = Array.from({ length: 8 }, (_, i) => folder(i + 1, `f${i}`, i === 0 ? null : i));
  const rows = sidebarRows({ ...all, folders: chain, notes: [note(1, 'n', 8)] });
  expect(rows.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 4, 4, 4, 4]);
  expect(rows.at(-1)?.depth).toBe(8);
});

test('§5 notes category filter: folders of other categories go with their notes', () => {
  const tree = [folder(1, 'Work', null, 'work'), folder(2, 'Any'), folder(3, 'Mine', 1, 'home')];
  const rows = sidebarRows({ ...all, folders: tree, category: 'home' });
  expect(drawn(rows)).toEqual(['Apple', 'zebra', 'Any/', 'Mine/', '  deep']);
});

test('§2 notes sidebar: a note whose folder is not known stands at the root', () => {
  expect(drawn(sidebarRows({ ...all, folders: [], notes: [note(1, 'lost', 9)] }))).toEqual([
    'lost',
  ]);
});

test('issue 5: the search finds titles here and contents by what the server said', () => {
  expect(drawn(foundNotes(notes, ' DEEP', new Set(['1'])))).toEqual(['deep', 'zebra']);
});

test('issue 5: a remembered order is the order, whatever changes', () => {
  const sort = rememberingSort();
  const drawnWith = (shown: typeof notes) => drawn(sidebarRows({ ...all, notes: shown, sort }));
  const renamed = notes.map((each) => (each.title === 'zebra' ? { ...each, title: 'Ant' } : each));
  for (const shown of [notes, renamed, notes.slice(1), [...notes, note(99, 'aa')], notes])
    expect(drawnWith(shown)).toEqual(drawn(sidebarRows({ ...all, notes: shown })));
});
