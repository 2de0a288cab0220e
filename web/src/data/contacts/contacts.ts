import type { ContactField } from '#domain/contact-form.ts';
import type { ContactRow } from '../../db/rows.ts';
import { useRows } from '../../sync/sync.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';

export type Contact = ContactRow;

/** All contacts: searching and sorting happen here, at once. */
export function useContacts() {
  return useRows('contacts');
}

/** One contact as it is now. Undefined once it is gone. */
export function useContact(uid: string | null): Contact | undefined {
  const state = useContacts();
  return state.status === 'ready' ? state.rows.find((contact) => contact.uid === uid) : undefined;
}

/** What a contact is created with: what the form writes. */
type NewContact = Pick<Contact, ContactField>;

export const {
  useCreate: useCreateContact,
  useUpdate: useUpdateContact,
  useBringBack: useBringBackContact,
  useDelete: useDeleteContact,
} = tableMutations<NewContact>('contacts');

/** Gives contacts what others that are the same people have, all in one change. */
export function useJoinContacts() {
  return useChange(
    (joins: readonly { uid: string; changes: Partial<NewContact> }[]) =>
      joins.map(({ uid, changes }) => ({ table: 'contacts', uid, set: changes }) as const),
    { failure: 'Failed to join the contacts' },
  );
}
