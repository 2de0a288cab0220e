import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { RequestError, unwrap } from '../../lib/errors.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { taskKeys } from './keys.ts';
import { liveTasks } from './live.ts';

/** Tasks that are asked for first; somebody with more sees these while all of them are on their way. */
const FIRST = 1000;

async function readOpenTasks(client: QueryClient): Promise<TaskRow[]> {
  const supabase = await getSupabase();
  const first = await supabase
    .from('tasks')
    .select('*', { count: 'exact' })
    .eq('completed', false)
    .order('sort_order')
    .order('due_date', { nullsFirst: false })
    .order('id')
    .range(0, FIRST - 1);
  const rows = unwrap(first);
  if (rows.length >= (first.count ?? 0)) return rows;
  client.setQueryData<TaskRow[]>(taskKeys.open, (shown) => shown ?? rows);
  const all: unknown = unwrap(await supabase.rpc('list_open_tasks'));
  if (!isList(all)) throw new RequestError(502, 'The server gives no list of tasks');
  return all;
}

/** JSON that the database makes of whole rows has no type of its own. */
function isList(value: unknown): value is TaskRow[] {
  return Array.isArray(value);
}

async function readTasksDoneOn(day: string): Promise<TaskRow[]> {
  const supabase = await getSupabase();
  const [year, month, date] = day.split('-').map(Number);
  const midnight = (days: number) => new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + days);
  return readAll<TaskRow>((from, to) =>
    supabase
      .from('tasks')
      .select('*', { count: 'exact' })
      .gte('completed_at', midnight(0).toISOString())
      .lt('completed_at', midnight(1).toISOString())
      .order('id')
      .range(from, to),
  );
}

/** Every open task; the cost does not grow with the completed ones. */
export const openTasksQuery = queryOptions({
  queryKey: taskKeys.open,
  // Comparing thousands of rows field by field at every change costs more than drawing the few.
  structuralSharing: false,
  queryFn: ({ client }) => liveTasks.read(taskKeys.open, () => readOpenTasks(client)),
});

/** The tasks completed on a local day, YYYY-MM-DD. */
export function doneTasksQuery(day: string) {
  const queryKey = taskKeys.doneOn(day);
  return queryOptions({
    queryKey,
    queryFn: ({ client }) => {
      const days = client.getQueriesData<TaskRow[]>({ queryKey: taskKeys.done });
      // A day after one that was shown begins with nothing done. Else midnight without a network would
      // take the whole dashboard away; what it could not read comes with the network.
      if (days.some(([, shown]) => shown)) {
        client.setQueryData<TaskRow[]>(queryKey, (shown) => shown ?? []);
      }
      return liveTasks.read(queryKey, () => readTasksDoneOn(day));
    },
  });
}
