import { categoriesQuery } from '../../data/categories/queries.ts';
import { contactsQuery } from '../../data/contacts/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Starts everything that the contacts page reads, before anything is drawn. For the route's loader,
 * which need not wait: the screen shows what is missing.
 */
export async function loadContacts(client = queryClient): Promise<void> {
  if (!(await client.ensureQueryData(sessionQuery))) return;
  await Promise.all([client.prefetchQuery(contactsQuery), client.prefetchQuery(categoriesQuery)]);
}
