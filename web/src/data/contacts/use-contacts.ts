import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactSortField } from '../../../../supabase/functions/_shared/domain/contacts.ts';
import { usePending } from '../../lib/pending.ts';
import { CONTACTS } from './keys.ts';
import { pendingContacts } from './live.ts';
import { contactsQuery, topContactsQuery } from './queries.ts';
import type { Contact } from './types.ts';

export type Contacts =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  /** Only those that stand first; the others are on their way. */
  | { status: 'begun'; contacts: readonly Contact[] }
  | { status: 'ready'; contacts: readonly Contact[] };

const NONE: Contact[] = [];

/** All contacts, with everything pending already in them. */
export function useContacts(sortField: ContactSortField): Contacts {
  const { data, error, isFetching, refetch } = useQuery(contactsQuery);
  const { data: top } = useQuery({ ...topContactsQuery(sortField), enabled: !data && !error });
  const contacts = usePending(pendingContacts, data ?? top ?? NONE);
  // What is already shown stays, also when reloading it fails.
  if (data) return { status: 'ready', contacts };
  if (error) return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
  return top && top.length > 0 ? { status: 'begun', contacts } : { status: 'loading' };
}

/**
 * One contact as the server has it, without what is pending here: a form that follows it keeps what
 * was typed when its own change is refused. Undefined once it is gone.
 */
export function useStoredContact(id: number | null): Contact | undefined {
  const client = useQueryClient();
  const { data, isSuccess } = useQuery({
    ...contactsQuery,
    select: (contacts) => contacts.find((contact) => contact.id === id),
  });
  if (isSuccess) return data;
  // Opened while all the others are on their way.
  const begun = client.getQueriesData<Contact[]>({ queryKey: [CONTACTS] });
  return begun.flatMap(([, contacts]) => contacts ?? []).find((contact) => contact.id === id);
}
