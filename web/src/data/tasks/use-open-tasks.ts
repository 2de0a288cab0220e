import { useQuery } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { usePending } from '../../lib/pending.ts';
import { pendingTasks } from './live.ts';
import { openTasksQuery } from './queries.ts';
import type { Tasks } from './use-tasks.ts';

const NONE: TaskRow[] = [];

/** The open tasks, with everything pending already in them. Not enabled: stays 'loading'. */
export function useOpenTasks(isEnabled = true): Tasks {
  const { data, error, isFetching, refetch } = useQuery({ ...openTasksQuery, enabled: isEnabled });
  const tasks = usePending(pendingTasks, data ?? NONE);
  // What is already shown stays, also when reloading it fails.
  if (data) return { status: 'ready', tasks };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}
