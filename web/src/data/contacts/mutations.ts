import { newUid } from '#domain/uid.ts';
import { isRestorable } from '../../sync/overlay.ts';
import { rowNow, seenRevision } from '../../sync/sync.ts';
import { useChange } from '../../sync/use-change.ts';
import type { Contact } from './queries.ts';

/** What a contact is created with. */
export type NewContact = Omit<
  Contact,
  'uid' | 'id' | 'user_id' | 'created_at' | 'updated_at' | 'rev' | 'edited_rev' | 'deleted_at'
>;
/** The fields that a change names; the others stay. */
export type ContactChanges = Partial<NewContact>;

const table = 'contacts';

export function useCreateContact() {
  return useChange(
    (contact: NewContact) => [{ table, uid: newUid(), create: true, set: contact }],
    { success: 'Contact created successfully', failure: 'Failed to create contact' },
  );
}

export function useUpdateContact() {
  return useChange(
    ({ uid, changes }: { uid: string; changes: ContactChanges }) => [{ table, uid, set: changes }],
    { success: 'Contact updated successfully', failure: 'Failed to update contact' },
  );
}

/**
 * Brings a contact that was deleted back by what is in the form: the same row, as long as it is in
 * the trash.
 */
export function useBringBackContact() {
  return useChange(
    ({ uid, contact }: { uid: string; contact: NewContact }) => {
      const row = rowNow(table, uid);
      const change = { table, uid, set: contact } as const;
      if (row?.deleted_at === null) return [change];
      // Also where nothing of it was changed here.
      if (row && isRestorable(row)) return [{ table, uid, restore: true }, change];
      return [{ table, uid: newUid(), create: true, set: contact }];
    },
    { success: 'Contact created successfully', failure: 'Failed to create contact' },
  );
}

export function useDeleteContact() {
  return useChange(
    ({ uid }: Pick<Contact, 'uid'>) => [{ table, uid, delete: true, seen: seenRevision() }],
    {
      success: 'Contact deleted successfully',
      failure: 'Failed to delete contact',
      undo: ({ uid }) => ({
        changes: [{ table, uid, restore: true }],
        success: 'Contact restored',
        failure: 'Failed to restore contact',
      }),
    },
  );
}
