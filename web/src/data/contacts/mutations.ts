import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageFor, statusOf } from '../../lib/errors.ts';
import type { Change } from '../../lib/live-table.ts';
import { isLive } from '../../lib/live.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { liveContacts, pendingContacts } from './live.ts';
import { withChanged, withCreated, withoutContact } from './pending-contact.ts';
import * as requests from './requests.ts';
import type { Contact, ContactChanges, NewContact } from './types.ts';

/** One after the other in the order they were made, so that the last word is the user's last. */
const scope = { id: 'contacts' };

type Rollback = { rollback: () => void };

/** What the server answered goes into the list. */
function accept(client: QueryClient, change: Change<Contact>): void {
  liveContacts.apply(client, change);
  if (!isLive()) void liveContacts.reload(client);
}

/** Says why, and looks at the contact again if the server refused: it may be gone or different. */
function refuse(client: QueryClient, error: Error, message: string, id?: number): void {
  console.error(message, error);
  toastError(messageFor(error, message));
  if (id === undefined || statusOf(error) === 0) return;
  liveContacts.refresh(client, [id]).catch((cause: unknown) => {
    console.warn('The contact could not be read again.', cause);
  });
}

export function useCreateContact() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.insertContact,
    onMutate: (draft: NewContact): Rollback => ({
      rollback: pendingContacts.add(withCreated(draft)),
    }),
    onSuccess: (contact) => {
      accept(client, { rows: [contact] });
      toast({ title: 'Success', description: 'Contact created successfully' });
    },
    onError: (error) => refuse(client, error, 'Failed to create contact'),
    onSettled: (_contact, _error, _draft, context) => context?.rollback(),
  });
}

export function useUpdateContact() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id, changes }: { id: number; changes: ContactChanges }) =>
      requests.updateContact(id, changes),
    onMutate: ({ id, changes }): Rollback => ({
      rollback: pendingContacts.add(withChanged(id, changes)),
    }),
    onSuccess: (contact) => {
      accept(client, { rows: [contact] });
      toast({ title: 'Success', description: 'Contact updated successfully' });
    },
    onError: (error, { id }) => refuse(client, error, 'Failed to update contact', id),
    onSettled: (_contact, _error, _change, context) => context?.rollback(),
  });
}

export function useDeleteContact() {
  const client = useQueryClient();
  const restore = useCreateContact();
  return useMutation({
    scope,
    mutationFn: (contact: Contact) => requests.deleteContact(contact.id),
    onMutate: (contact): Rollback => ({
      rollback: pendingContacts.add(withoutContact(contact.id)),
    }),
    onSuccess: (_done, contact) => {
      accept(client, { removed: [contact.id] });
      toast({
        title: 'Success',
        description: 'Contact deleted successfully',
        action: { label: 'Undo', onSelect: () => restore.mutate(asNew(contact)) },
      });
    },
    onError: (error, { id }) => refuse(client, error, 'Failed to delete contact', id),
    onSettled: (_done, _error, _contact, context) => context?.rollback(),
  });
}

/** A deleted contact comes back as a new one that has everything the old one had. */
function asNew(contact: Contact): NewContact {
  const { id: _id, updated_at: _updatedAt, ...fields } = contact;
  return fields;
}
