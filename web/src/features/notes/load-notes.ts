import { categoriesQuery } from '../../data/categories/queries.ts';
import { foldersQuery } from '../../data/folders/queries.ts';
import { noteQuery, notesQuery } from '../../data/notes/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Starts everything that the notes screen reads, before anything is drawn. For the route's loader,
 * which need not wait: the screen shows what is missing.
 */
export async function loadNotes(client = queryClient): Promise<void> {
  if (!(await client.ensureQueryData(sessionQuery))) return;
  const open = Number(new URLSearchParams(location.search).get('note'));
  await Promise.all([
    client.prefetchQuery(notesQuery),
    client.prefetchQuery(foldersQuery),
    client.prefetchQuery(categoriesQuery),
    ...(open > 0 ? [client.prefetchQuery(noteQuery(open))] : []),
  ]);
}
