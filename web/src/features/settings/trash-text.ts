import { trashNouns, type TrashEntry } from '#domain/trash.ts';

/** '1 note', '3 notes'. */
export function counted(total: number, noun: string): string {
  return `${total} ${noun}${total === 1 ? '' : 's'}`;
}

/** 'Task', or 'Folder with 1 folder and 3 notes'. */
export function describeEntry({ table, contents }: TrashEntry): string {
  const parts = [
    ...(contents.folders > 0 ? [counted(contents.folders, 'folder')] : []),
    ...(contents.notes > 0 ? [counted(contents.notes, 'note')] : []),
  ];
  return parts.length > 0 ? `${trashNouns[table]} with ${parts.join(' and ')}` : trashNouns[table];
}

/** 'Task', or of a folder '4 items': what fits on a phone. */
export function describeShortly({ table, contents }: TrashEntry): string {
  const total = contents.folders + contents.notes;
  return total > 0 ? counted(total, 'item') : trashNouns[table];
}

/** What is asked before nothing is left of these entries. */
export function eraseQuestion(entries: readonly TrashEntry[]): string {
  const [first] = entries;
  if (!first || entries.length > 1) {
    return `Are you sure you want to delete all ${entries.length} items for good? This action cannot be undone.`;
  }
  const { folders, notes } = first.contents;
  const whole = folders + notes > 0 ? ' and all its contents' : '';
  return `Are you sure you want to delete "${first.name}"${whole} for good? This action cannot be undone.`;
}
