import { expect, test } from 'vitest';
import { folderOptions } from './folder-options.ts';

const folder = (id: number, name: string, parent: number | null = null) => ({
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
  category: '',
  parent_uid: parent === null ? null : `${parent}`,
});

test('§2 folder choices: in the order of the tree, each with the way to it', () => {
  const folders = [folder(1, 'Work'), folder(2, 'Home'), folder(3, 'Plans', 1)];
  expect(folderOptions(folders)).toEqual([
    { value: '2', label: 'Home' },
    { value: '1', label: 'Work' },
    { value: '3', label: 'Work / Plans' },
  ]);
});

test('§5 folder form: a folder and what lies below it are no choices for its parent', () => {
  const folders = [folder(1, 'a'), folder(2, 'b', 1), folder(3, 'c', 2), folder(4, 'd')];
  const values = (id: number) => folderOptions(folders, `${id}`).map(({ value }) => value);
  expect(values(1)).toEqual(['4']);
  expect(values(2)).toEqual(['1', '4']);
  expect(values(3)).toEqual(['1', '2', '4']);
});
