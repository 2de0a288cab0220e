import type { ContactField } from '#domain/contact-form.ts';
import { tableMutations } from '../../sync/use-change.ts';
import type { Contact } from './queries.ts';

/** What a contact is created with: what the form writes. */
type NewContact = Pick<Contact, ContactField>;

export const {
  useCreate: useCreateContact,
  useUpdate: useUpdateContact,
  useBringBack: useBringBackContact,
  useDelete: useDeleteContact,
} = tableMutations<NewContact>('contacts');
