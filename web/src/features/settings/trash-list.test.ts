import { expect, test } from 'vitest';
import type { TrashEntry } from '#domain/trash.ts';
import { describeEntry, describeShortly, eraseQuestion } from './trash-list.tsx';

const entry = (fields: Partial<TrashEntry> = {}): TrashEntry => ({
  table: 'folders',
  uid: 'u',
  name: 'Travel',
  deletedAt: 0,
  daysLeft: 30,
  folderUid: null,
  contents: { folders: 0, notes: 0 },
  ...fields,
});

test('design §3 trash: an entry says what it is, a folder what is in it', () => {
  expect(describeEntry(entry({ table: 'tasks' }))).toBe('Task');
  expect(describeEntry(entry())).toBe('Folder');
  expect(describeEntry(entry({ contents: { folders: 0, notes: 1 } }))).toBe('Folder with 1 note');
  expect(describeEntry(entry({ contents: { folders: 1, notes: 3 } }))).toBe(
    'Folder with 1 folder and 3 notes',
  );
  expect(describeShortly(entry({ table: 'notes' }))).toBe('Note');
  expect(describeShortly(entry({ contents: { folders: 1, notes: 3 } }))).toBe('4 items');
});

test('design §3 trash: what is asked says how much will be gone', () => {
  expect(eraseQuestion([entry()])).toBe(
    'Are you sure you want to delete "Travel" for good? This action cannot be undone.',
  );
  expect(eraseQuestion([entry({ contents: { folders: 2, notes: 0 } })])).toBe(
    'Are you sure you want to delete "Travel" and all its contents for good? This action cannot be undone.',
  );
  expect(eraseQuestion([entry(), entry()])).toBe(
    'Are you sure you want to delete all 2 items for good? This action cannot be undone.',
  );
});
