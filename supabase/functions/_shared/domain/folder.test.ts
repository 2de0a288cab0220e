import { expect, test } from 'vitest';
import {
  folderTree,
  inFolderCategory,
  withDescendants,
  type FolderFields,
  type FolderNode,
} from './folder.ts';

const folder = (id: number, name: string, parent: number | null = null): FolderFields => ({
  uid: String(id),
  name,
  category: '',
  parent_uid: parent === null ? null : String(parent),
});
const names = (nodes: FolderNode<FolderFields>[]): unknown =>
  nodes.map((node) =>
    node.children.length > 0 ? [node.folder.name, names(node.children)] : node.folder.name,
  );

test('§3 folders: sorted by name within their parent, without regard to case', () => {
  const tree = folderTree([
    folder(1, 'work'),
    folder(2, 'Home'),
    folder(3, 'b', 1),
    folder(4, 'A', 1),
    folder(5, 'Plan 10', 2),
    folder(6, 'Plan 9', 2),
  ]);
  expect(names(tree)).toEqual([
    ['Home', ['Plan 9', 'Plan 10']],
    ['work', ['A', 'b']],
  ]);
});

test('§2 folders: indented on levels 0 to 4, then capped, and still nested', () => {
  const chain = Array.from({ length: 8 }, (_, i) => folder(i + 1, `f${i}`, i === 0 ? null : i));
  const levels: number[] = [];
  for (let nodes = folderTree(chain); nodes[0]; nodes = nodes[0].children)
    levels.push(nodes[0].level);
  expect(levels).toEqual([0, 1, 2, 3, 4, 4, 4, 4]);
});

test('§2 folders: one whose parent is not there stands at the root', () => {
  expect(names(folderTree([folder(2, 'orphan', 99)]))).toEqual(['orphan']);
});

test('§2 folders: a circle, which two moves can be for a moment, stands at the root', () => {
  expect(names(folderTree([folder(1, 'a', 2), folder(2, 'b', 1), folder(3, 'c', 1)]))).toEqual([
    ['a', ['b', 'c']],
  ]);
  expect(names(folderTree([folder(1, 'a', 1)]))).toEqual(['a']);
});

test('§5 folder form: a folder and what lies below it are no choices for its parent', () => {
  const folders = [folder(1, 'a'), folder(2, 'b', 1), folder(3, 'c', 2), folder(4, 'd')];
  expect(withDescendants(folders, '1')).toEqual(new Set(['1', '2', '3']));
  expect(withDescendants(folders, '3')).toEqual(new Set(['3']));
  expect(withDescendants(folders, '4')).toEqual(new Set(['4']));
});

test('§5 notes category filter: all and folders without a category always show', () => {
  expect(inFolderCategory({ category: 'Work' }, 'all')).toBe(true);
  expect(inFolderCategory({ category: '' }, 'Work')).toBe(true);
  expect(inFolderCategory({ category: 'Work' }, 'Work')).toBe(true);
  expect(inFolderCategory({ category: 'work' }, 'Work')).toBe(false);
});
