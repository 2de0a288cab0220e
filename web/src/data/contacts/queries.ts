import { queryOptions } from '@tanstack/react-query';
import type { ContactSortField } from '../../../../supabase/functions/_shared/domain/contacts.ts';
import { keepRows } from '../../lib/keep-rows.ts';
import { contactKeys } from './keys.ts';
import { liveContacts } from './live.ts';
import { readContacts, readTopContacts } from './requests.ts';

/** All contacts: searching and sorting happen here, at once, so all of them are needed. */
export const contactsQuery = queryOptions({
  queryKey: contactKeys.all,
  structuralSharing: keepRows,
  queryFn: () => liveContacts.read(contactKeys.all, readContacts),
});

/** The contacts that stand first: something to look at while thousands of others are on their way. */
export function topContactsQuery(sortField: ContactSortField) {
  const queryKey = contactKeys.top(sortField);
  return queryOptions({
    queryKey,
    queryFn: () => liveContacts.read(queryKey, () => readTopContacts(sortField)),
  });
}
