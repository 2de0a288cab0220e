import { useQuery } from '@tanstack/react-query';
import { usePending } from '../../lib/pending.ts';
import { pendingContacts } from './live.ts';
import { contactsQuery } from './queries.ts';
import type { Contact } from './types.ts';

export type Contacts =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | { status: 'ready'; contacts: readonly Contact[] };

const NONE: Contact[] = [];

/** All contacts, with everything pending already in them. */
export function useContacts(): Contacts {
  const { data, error, isFetching, refetch } = useQuery(contactsQuery);
  const contacts = usePending(pendingContacts, data ?? NONE);
  // What is already shown stays, also when reloading it fails.
  if (data) return { status: 'ready', contacts };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}

/**
 * One contact as the server has it, without what is pending here: a form that follows it keeps what
 * was typed when its own change is refused. Undefined once it is gone.
 */
export function useStoredContact(id: number | null): Contact | undefined {
  const { data } = useQuery({
    ...contactsQuery,
    select: (contacts) => contacts.find((contact) => contact.id === id),
  });
  return data;
}
