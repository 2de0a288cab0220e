import { expect, test } from 'vitest';
import { restoreOrder, trashEntries, type DeletedRows } from './trash.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-11-22T12:00:00Z');
const none: DeletedRows = { tasks: [], contacts: [], folders: [], notes: [] };
const ago = (days: number) => new Date(now - days * DAY).toISOString();

const task = (title: string, deleted_at: string) => ({ uid: title, title, deleted_at });
const folder = (name: string, fields: object = {}) => ({
  uid: name,
  name,
  parent_uid: null,
  deleted_at: ago(1),
  deleted_with: null,
  ...fields,
});
const note = (title: string, fields: object = {}) => ({
  uid: title,
  title,
  folder_uid: null,
  deleted_at: ago(1),
  deleted_with: null,
  ...fields,
});
const entriesOf = (rows: Partial<DeletedRows>) => trashEntries({ ...none, ...rows }, now);
const namesOf = (rows: Partial<DeletedRows>) => entriesOf(rows).map(({ name }) => name);

test('design §3: what was deleted last comes first, whatever it is', () => {
  const contact = { uid: 'c', first_name: 'Ann', last_name: 'Lee', deleted_at: ago(2) };
  const entries = entriesOf({
    tasks: [task('old', ago(3)), task('new', ago(0))],
    contacts: [contact],
    notes: [note('note')],
  });
  expect(entries.map(({ table, name }) => `${table}: ${name}`)).toEqual([
    'tasks: new',
    'notes: note',
    'contacts: Ann Lee',
    'tasks: old',
  ]);
});

test('design §3: 30 days, then it is no longer shown', () => {
  const left = (deleted_at: string) => entriesOf({ tasks: [task('t', deleted_at)] })[0]?.daysLeft;
  expect(left(ago(0))).toBe(30);
  expect(left(ago(0.5))).toBe(30);
  expect(left(ago(1))).toBe(29);
  expect(left(ago(29.9))).toBe(1);
  expect(left(ago(30))).toBeUndefined();
  // By a server whose clock is ahead.
  expect(left(ago(-1))).toBe(30);
});

test('design §3: a folder is one entry with what went with it', () => {
  const rows = {
    folders: [folder('top'), folder('below', { parent_uid: 'top', deleted_with: 'top' })],
    notes: [
      note('in top', { folder_uid: 'top', deleted_with: 'top' }),
      note('in below', { folder_uid: 'below', deleted_with: 'top' }),
      note('deleted before', { folder_uid: 'top', deleted_at: ago(2) }),
    ],
  };
  expect(entriesOf(rows)).toMatchObject([
    { name: 'top', contents: { folders: 1, notes: 2 } },
    { name: 'deleted before', folderUid: 'top', contents: { folders: 0, notes: 0 } },
  ]);
});

test('design §3: what no folder can bring back is an entry of its own', () => {
  expect(
    namesOf({
      folders: [folder('left behind', { deleted_with: 'there again' })],
      notes: [note('orphan', { deleted_with: 'gone', deleted_at: ago(2) })],
    }),
  ).toEqual(['left behind', 'orphan']);
});

test('design §3: folders come back before what lies in them, also in a circle', () => {
  const names = (rows: Partial<DeletedRows>) =>
    restoreOrder(entriesOf(rows)).map(({ name }) => name);
  expect(
    names({
      folders: [folder('a', { parent_uid: 'b' }), folder('b', { parent_uid: 'c' }), folder('c')],
      notes: [note('a note', { folder_uid: 'a' })],
      tasks: [task('task', ago(0))],
    }),
  ).toEqual(['task', 'c', 'b', 'a', 'a note']);
  expect(
    names({ folders: [folder('a', { parent_uid: 'b' }), folder('b', { parent_uid: 'a' })] }),
  ).toEqual(['b', 'a']);
});
