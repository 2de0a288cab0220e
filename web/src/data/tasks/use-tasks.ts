import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { usePending } from '../../lib/pending.ts';
import { pendingTasks } from './live.ts';
import { doneTasksQuery, openTasksQuery } from './queries.ts';

export type Tasks =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | { status: 'ready'; tasks: readonly TaskRow[] };

const NONE: TaskRow[] = [];

/** The open tasks and those completed today, with everything pending already in them. */
export function useTasks(today: string): Tasks {
  const open = useQuery(openTasksQuery);
  // At midnight yesterday's stay until today's are read: the grouping leaves them out.
  const done = useQuery({ ...doneTasksQuery(today), placeholderData: keepPreviousData });
  const rows = useMemo(
    () => [...(open.data ?? NONE), ...(done.data ?? NONE)],
    [open.data, done.data],
  );
  const tasks = usePending(pendingTasks, rows);
  // What is already shown stays, also when reloading it fails.
  if (open.data && done.data) return { status: 'ready', tasks };
  const error = open.error ?? done.error;
  if (!error) return { status: 'loading' };
  return {
    status: 'error',
    error,
    isRetrying: open.isFetching || done.isFetching,
    retry: () => {
      for (const query of [open, done]) if (query.error) void query.refetch();
    },
  };
}
