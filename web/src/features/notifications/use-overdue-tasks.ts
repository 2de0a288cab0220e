import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isOverdue } from '../../../../supabase/functions/_shared/domain/tasks.ts';
import { pendingTasks } from '../../data/tasks/live.ts';
import { openTasksQuery } from '../../data/tasks/queries.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useToday } from '../../lib/clock.ts';
import { usePending } from '../../lib/pending.ts';

const NONE: TaskRow[] = [];

/** Overdue tasks (spec section 2), the longest overdue first. */
export function useOverdueTasks(): TaskRow[] {
  const today = useToday();
  const { data = NONE } = useQuery(openTasksQuery);
  const tasks = usePending(pendingTasks, data);
  return useMemo(
    () =>
      tasks
        .filter((task) => isOverdue(task, today))
        .toSorted((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '') || a.id - b.id),
    [tasks, today],
  );
}
