import { useMemo } from 'react';
import { restoreOrder, trashEntries, trashNouns, type TrashEntry } from '#domain/trash.ts';
import { useMinute } from '../../lib/clock.ts';
import { isRestorable } from '../../sync/overlay.ts';
import { seenRevision, useDeletedRows, useRows, type RowsState } from '../../sync/sync.ts';
import { toastSuccess, useChange } from '../../sync/use-change.ts';

type Trash =
  | Exclude<RowsState<unknown>, { status: 'ready' }>
  | { status: 'ready'; entries: readonly TrashEntry[] };

/**
 * What was deleted in the last 30 days, from the device's copy, so that it can be restored offline.
 */
export function useTrash(): Trash {
  const state = useRows('tasks');
  const now = useMinute();
  const tasks = useDeletedRows('tasks');
  const contacts = useDeletedRows('contacts');
  const folders = useDeletedRows('folders');
  const notes = useDeletedRows('notes');
  const entries = useMemo(() => {
    const rows = {
      tasks: tasks.filter(isRestorable),
      contacts: contacts.filter(isRestorable),
      folders: folders.filter(isRestorable),
      notes: notes.filter(isRestorable),
    };
    return trashEntries(rows, now);
  }, [tasks, contacts, folders, notes, now]);
  return state.status === 'ready' ? { status: 'ready', entries } : state;
}

type Entries = readonly TrashEntry[];

/** 'Task', or '12 items'. */
function subjectOf(entries: Entries): string {
  const [first] = entries;
  return first && entries.length === 1 ? trashNouns[first.table] : `${entries.length} items`;
}

/** Restores entries, each to where it was. */
export function useRestore() {
  return useChange(
    (entries: Entries) =>
      restoreOrder(entries).map(({ table, uid }) => ({ table, uid, restore: true })),
    {
      success: (entries) => {
        const seen = seenRevision();
        // In reverse order, so that what was an entry of its own is not deleted with its folder.
        const changes = restoreOrder(entries)
          .toReversed()
          .map(({ table, uid }) => ({ table, uid, delete: true, seen }) as const);
        toastSuccess(`${subjectOf(entries)} restored`, {
          changes,
          success: `${subjectOf(entries)} deleted again`,
          failure: 'Failed to delete what was restored',
        });
      },
      failure: 'Failed to restore what was deleted',
    },
  );
}

/** Deletes entries for good, a folder with its contents. */
export function useErase() {
  return useChange(
    (entries: Entries) => entries.map(({ table, uid }) => ({ table, uid, erase: true })),
    {
      success: (entries) => toastSuccess(`${subjectOf(entries)} deleted for good`),
      failure: 'Failed to delete for good',
    },
  );
}
