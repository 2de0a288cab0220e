import { folderTree, type FolderNode } from '#domain/folder.ts';
import { folderChoice } from '#domain/note.ts';
import type { Folder } from '../../data/folders/queries.ts';

/**
 * The folders as choices in the order of the tree, each with the way to it. Without the folder
 * `movedUid` and what lies below it: it cannot be put there (spec section 5).
 */
export function folderOptions(folders: readonly Folder[], movedUid?: string) {
  const options: { value: string; label: string }[] = [];
  const add = ({ folder, children }: FolderNode<Folder>, path: string) => {
    if (folder.uid === movedUid) return;
    const label = path === '' ? folder.name : `${path} / ${folder.name}`;
    options.push({ value: folderChoice(folder.uid), label });
    for (const child of children) add(child, label);
  };
  for (const node of folderTree(folders)) add(node, '');
  return options;
}
