import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { taskKeys } from './keys.ts';
import { liveTasks } from './live.ts';

async function readOpenTasks(client: QueryClient): Promise<TaskRow[]> {
  const supabase = await getSupabase();
  return readAll<TaskRow>(
    (from, to) =>
      supabase
        .from('tasks')
        .select('*', { count: 'exact' })
        .eq('completed', false)
        .order('sort_order')
        .order('due_date', { nullsFirst: false })
        .order('id')
        .range(from, to),
    // Somebody with thousands of tasks sees the first ones while the rest is on its way.
    (first) => client.setQueryData<TaskRow[]>(taskKeys.open, (shown) => shown ?? first),
  );
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
    queryFn: () => liveTasks.read(queryKey, () => readTasksDoneOn(day)),
  });
}
