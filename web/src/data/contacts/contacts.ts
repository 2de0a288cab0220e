import type { ContactField } from '#domain/contact-form.ts';
import type { ContactRow } from '../../db/rows.ts';
import { useRows } from '../../sync/sync.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';

export type Contact = ContactRow;

/** All contacts; searching and sorting happen on the device. */
export function useContacts() {
  return useRows('contacts');
}

/** One contact; undefined once it is deleted. */
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

/** Adds to contacts what their duplicates have, all in one mutation. */
export function useJoinContacts() {
  return useChange(
    (joins: readonly { uid: string; changes: Partial<NewContact> }[]) =>
      joins.map(({ uid, changes }) => ({ table: 'contacts', uid, set: changes }) as const),
    { failure: 'Failed to join the contacts' },
  );
}
