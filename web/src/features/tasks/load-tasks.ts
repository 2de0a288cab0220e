import { categoriesQuery } from '../../data/categories/queries.ts';
import { doneTasksQuery, openTasksQuery } from '../../data/tasks/queries.ts';
import { today } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Starts everything that the dashboard reads, side by side and before anything is drawn. For the
 * route's loader, which need not wait: the screen shows what is missing.
 */
export async function loadTasks(client = queryClient): Promise<void> {
  if (!(await client.ensureQueryData(sessionQuery))) return;
  await Promise.all([
    client.prefetchQuery(openTasksQuery),
    client.prefetchQuery(doneTasksQuery(today())),
    client.prefetchQuery(categoriesQuery),
  ]);
}
