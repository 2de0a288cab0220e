import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { taskKeys } from './keys.ts';
import { doneTasksQuery, openTasksQuery } from './queries.ts';
import { findTask } from './requests.ts';

/**
 * A task that a form began with, as the server has it, without what is pending here. One that is in
 * no list any more may only have been completed on another day: the server is asked before it is
 * called gone. `check` asks it at any other time.
 */
export function useStoredTask(begun: TaskRow | null) {
  const id = begun?.id ?? 0;
  const select = (rows: TaskRow[]) => rows.find((row) => row.id === id) ?? null;
  const open = useQuery({ ...openTasksQuery, select, enabled: begun !== null });
  const done = useQuery({ ...doneTasksQuery(today()), select, enabled: begun !== null });
  const listed = open.data ?? done.data;
  const isUnlisted = begun !== null && !listed && open.isSuccess && done.isSuccess;
  const found = useQuery({
    queryKey: taskKeys.one(id),
    queryFn: () => findTask(id),
    enabled: isUnlisted,
    staleTime: 0,
    gcTime: 0,
  });
  const [last, setLast] = useState(begun);
  const known = listed ?? found.data;
  if (known && known !== last) setLast(known);
  return {
    /** What was there last, if it is gone. */
    task: last,
    isGone: !listed && found.data === null,
    check: () => void found.refetch(),
  };
}
