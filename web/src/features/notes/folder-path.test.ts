import { expect, test } from 'vitest';
import { folderPath } from './folder-path.ts';

const folder = (id: number, parent: number | null) => ({
  id,
  uid: `${id}`,
  user_id: '',
  rev: 1,
  edited_rev: 1,
  deleted_at: null,
  deleted_with: null,
  created_at: '',
  updated_at: '',
  name: `${id}`,
  category: '',
  parent_uid: parent === null ? null : `${parent}`,
});
const names = (id: number | null, ...folders: ReturnType<typeof folder>[]) =>
  folderPath(folders, id === null ? null : `${id}`).map(({ name }) => name);

test('§2 notes: the way to a note goes from the root down', () => {
  expect(names(3, folder(3, 2), folder(1, null), folder(2, 1))).toEqual(['1', '2', '3']);
  expect(names(null, folder(1, null))).toEqual([]);
  expect(names(9, folder(1, null))).toEqual([]);
});

test('§2 notes: the way to a note ends, even in a circle', () => {
  expect(names(1, folder(1, 2), folder(2, 1))).toEqual(['2', '1']);
});
