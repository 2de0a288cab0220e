import { categoriesQuery } from '../../data/categories/queries.ts';
import { contactsQuery, topContactsQuery } from '../../data/contacts/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';
import { storedSortField } from './use-sort-field.ts';

/**
 * Starts everything that the contacts page reads, before anything is drawn. For the route's loader,
 * which need not wait: the screen shows what is missing.
 */
export async function loadContacts(client = queryClient): Promise<void> {
  if (!(await client.ensureQueryData(sessionQuery))) return;
  const isRead = client.getQueryData(contactsQuery.queryKey) !== undefined;
  await Promise.all([
    isRead ? undefined : client.prefetchQuery(topContactsQuery(storedSortField())),
    client.prefetchQuery(contactsQuery),
    client.prefetchQuery(categoriesQuery),
  ]);
}
