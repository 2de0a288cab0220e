import { expect, test } from 'vitest';
import type {
  ExportedContact,
  ExportedNote,
  ExportedRows,
  ExportedTask,
  Rows,
} from './almanac-file.ts';
import { again, select, type Selection } from './selection.ts';

const task = (title: string, category: string | null, description: string | null = null) =>
  ({ uid: title, title, category, description, rank: 'a0', created_at: 'zebra' }) as ExportedTask;
const note = (title: string, folder_uid: string | null, content: string) =>
  ({ uid: title, title, folder_uid, content }) as ExportedNote;

const rows: ExportedRows = {
  categories: [
    { name: 'Garden', color: null },
    { name: 'Work', color: 'red' },
  ],
  tasks: [
    task('Plant tulips', 'Garden'),
    task('Report', 'Work', 'about TÜLIPS'),
    task('Milk', null),
  ],
  contacts: [{ uid: 'c', first_name: 'Tulip', category: 'Work' } as ExportedContact],
  folders: [
    { uid: 'up', name: 'Up', category: '', parent_uid: null, created_at: null },
    { uid: 'in', name: 'In', category: 'Garden', parent_uid: 'up', created_at: null },
    { uid: 'other', name: 'Other', category: 'Work', parent_uid: null, created_at: null },
  ],
  notes: [note('Beds', 'in', 'tulip bulbs'), note('Loose', null, 'tulip')],
};

async function all<Row>(list: Rows<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of list) found.push(row);
  return found;
}

async function titles(selection: Selection): Promise<(string | null)[]> {
  const { tasks, contacts, notes, folders, categories } = select(rows, selection);
  return [
    ...(await all(tasks)).map(({ title }) => title),
    ...(await all(contacts)).map(({ first_name }) => first_name),
    ...(await all(notes)).map(({ title }) => title),
    ...(await all(folders)).map(({ name }) => name),
    ...(await all(categories)).map(({ name }) => name),
  ];
}

test('design §7 selection: nothing asked for is everything', () => {
  expect(select(rows, { category: null, words: '  ' })).toBe(rows);
});

test('design §7 selection: a category’s tasks and contacts, and the notes of its folders with those above', async () => {
  expect(await titles({ category: 'Garden', words: '' })).toEqual([
    'Plant tulips',
    'Beds',
    'Up',
    'In',
    'Garden',
  ]);
});

test('design §7 selection: all of the words, in whatever case and accents, in texts only', async () => {
  expect(await titles({ category: null, words: 'TULIP' })).toEqual([
    'Plant tulips',
    'Report',
    'Tulip',
    'Beds',
    'Loose',
    'Up',
    'In',
    'Garden',
    'Work',
  ]);
  expect(await titles({ category: null, words: 'tulips about' })).toEqual(['Report', 'Work']);
  expect(await titles({ category: null, words: 'zebra' })).toEqual([]);
  expect(await titles({ category: 'Work', words: 'tulip' })).toEqual(['Report', 'Tulip', 'Work']);
});

test('design §7 selection: a list that nobody goes through is not read', async () => {
  const unread = again<never>(() => {
    throw new Error('It was read.');
  });
  const { contacts } = select(
    { ...rows, tasks: unread, notes: unread, folders: unread, categories: unread },
    { category: 'Work', words: '' },
  );
  expect(await all(contacts)).toEqual(rows.contacts);
});
