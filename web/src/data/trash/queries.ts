import { useMemo } from 'react';
import {
  trashEntries,
  type TrashEntry,
} from '../../../../supabase/functions/_shared/domain/trash.ts';
import { useMinute } from '../../lib/clock.ts';
import { isRestorable } from '../../sync/overlay.ts';
import { useDeletedRows, useRows, type RowsState } from '../../sync/sync.ts';

type Trash =
  | Exclude<RowsState<unknown>, { status: 'ready' }>
  | { status: 'ready'; entries: readonly TrashEntry[] };

/**
 * What was deleted in the last 30 days, from this device's copy: deleted rows are in it, so that they
 * come back without a network, too.
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
