import { expect, test } from 'vitest';
import type { Folder } from '../../data/folders/folders.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { previewOf } from '#domain/markup/spans.ts';
import {
  byLastEdit,
  folderOptions,
  folderPath,
  foundNotes,
  memoizedSort,
  sidebarRows,
  type SidebarRow,
} from './folder-tree.ts';

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
  pinned: false,
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

test('spec §2 notes sidebar: notes at the root first, then the folder tree, all open', () => {
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

test('spec §4 notes sidebar: a closed folder hides what is in it', () => {
  expect(drawn(sidebarRows({ ...all, closed: new Set(['1']) }))).toEqual([
    'Apple',
    'zebra',
    'Home/',
    'Work/',
  ]);
});

test('spec §2 notes sidebar: indented up to level 4, however deep', () => {
  const chain = Array.from({ length: 8 }, (_, i) => folder(i + 1, `f${i}`, i === 0 ? null : i));
  const rows = sidebarRows({ ...all, folders: chain, notes: [note(1, 'n', 8)] });
  expect(rows.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 4, 4, 4, 4]);
  expect(rows.at(-1)?.depth).toBe(8);
});

test('spec §5 notes category filter: folders of other categories go with their notes', () => {
  const tree = [folder(1, 'Work', null, 'work'), folder(2, 'Any'), folder(3, 'Mine', 1, 'home')];
  const rows = sidebarRows({ ...all, folders: tree, category: 'home' });
  expect(drawn(rows)).toEqual(['Apple', 'zebra', 'Any/', 'Mine/', '  deep']);
});

test('spec §2 notes sidebar: a note whose folder is not known stands at the root', () => {
  expect(drawn(sidebarRows({ ...all, folders: [], notes: [note(1, 'lost', 9)] }))).toEqual([
    'lost',
  ]);
});

test('spec §2 notes sidebar: the search finds titles here and contents by what the server said', () => {
  expect(drawn(foundNotes(notes, ' DEEP', new Set(['1'])))).toEqual(['deep', 'zebra']);
});

test('spec §2 notes sidebar: a remembered order is the order, whatever changes', () => {
  const sort = memoizedSort();
  const drawnWith = (shown: typeof notes) => drawn(sidebarRows({ ...all, notes: shown, sort }));
  const renamed = notes.map((each) => (each.title === 'zebra' ? { ...each, title: 'Ant' } : each));
  for (const shown of [notes, renamed, notes.slice(1), [...notes, note(99, 'aa')], notes])
    expect(drawnWith(shown)).toEqual(drawn(sidebarRows({ ...all, notes: shown })));
});

test('spec §2 folder choices: in the order of the tree, each with the way to it', () => {
  expect(folderOptions(folders)).toEqual([
    { value: '2', label: 'Home' },
    { value: '1', label: 'Work' },
    { value: '3', label: 'Work / Plans' },
  ]);
});

test('spec §5 folder form: a folder and what lies below it are no choices for its parent', () => {
  const tree = [folder(1, 'a'), folder(2, 'b', 1), folder(3, 'c', 2), folder(4, 'd')];
  const values = (id: number) => folderOptions(tree, `${id}`).map(({ value }) => value);
  expect(values(1)).toEqual(['4']);
  expect(values(2)).toEqual(['1', '4']);
  expect(values(3)).toEqual(['1', '2', '4']);
});

test('spec §2 notes: the way to a note goes from the root down', () => {
  const tree = [folder(3, 'c', 2), folder(1, 'a'), folder(2, 'b', 1)];
  const names = (uid: string | null) => folderPath(tree, uid).map(({ name }) => name);
  expect(names('3')).toEqual(['a', 'b', 'c']);
  expect(names(null)).toEqual([]);
  expect(names('9')).toEqual([]);
});

test('spec §2 notes: the way to a note ends, even in a circle', () => {
  const circle = [folder(1, 'a', 2), folder(2, 'b', 1)];
  expect(folderPath(circle, '1').map(({ name }) => name)).toEqual(['b', 'a']);
});

test('design §2 notes: pinned notes come first, in their folder and by the last edit', () => {
  const edited = [
    { ...note(1, 'Older'), updated_at: '2026-01-01T10:00:00Z' },
    { ...note(2, 'Newer'), updated_at: '2026-01-02T10:00:00Z' },
    { ...note(3, 'Pinned'), updated_at: '2025-01-01T10:00:00Z', pinned: true },
    note(4, 'Unknown'),
  ];
  expect(
    byLastEdit(edited, [], { category: 'all', folderUid: null })
      .map(({ title }) => title)
      .slice(0, 3),
  ).toEqual(['Pinned', 'Newer', 'Older']);
  const rows = sidebarRows({ folders: [], notes: edited, closed: new Set(), category: 'all' });
  expect(rows.map((row) => (row.kind === 'note' ? row.note.title : ''))).toEqual([
    'Pinned',
    'Newer',
    'Older',
    'Unknown',
  ]);
});

test('spec §5 notes: the list follows the category filter and the current folder, as the tree does', () => {
  const work = folder(1, 'Work', null, 'Job');
  const tree = [work, folder(2, 'Home', null, 'Family'), folder(3, 'Plain'), folder(4, 'Deep', 1)];
  const placed = ['root', 'work', 'home', 'plain', 'deep', 'lost'].map((title, at) =>
    note(at, title, [null, 1, 2, 3, 4, 9][at]),
  );
  const titles = (category: string, folderUid: string | null) =>
    byLastEdit(placed, tree, { category, folderUid })
      .map(({ title }) => title)
      .toSorted();
  expect(titles('all', null)).toHaveLength(6);
  expect(titles('Job', null)).toEqual(['deep', 'lost', 'plain', 'root', 'work']);
  expect(titles('all', '1')).toEqual(['deep', 'work']);
  expect(titles('Family', '1')).toEqual(['deep']);
  const drawnTree = sidebarRows({
    folders: tree,
    notes: placed,
    closed: new Set(),
    category: 'Job',
  });
  expect(
    drawnTree.flatMap((row) => (row.kind === 'note' ? [row.note.title] : [])).toSorted(),
  ).toEqual(titles('Job', null));
});

test.each([
  ['', ''],
  ['\n# **Packing**', 'Packing'],
  ['---\n- [x] see [this](https://a.b/c)', 'see this'],
  ['> 1. `x` \\*y\\*', 'x *y*'],
])('design §2 notes: the preview of %j is %j', (markup, preview) => {
  expect(previewOf(markup)).toBe(preview);
});
