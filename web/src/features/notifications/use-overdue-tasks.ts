import { useMemo } from 'react';
import { useOpenTasks } from '../../data/tasks/queries.ts';
import { useToday } from '../../lib/clock.ts';
import { overdueTasks } from './overdue.ts';

/** The open tasks as they load, and the overdue ones among them. */
export function useOverdueTasks() {
  const today = useToday();
  const open = useOpenTasks();
  const tasks = open.status === 'ready' ? open.tasks : null;
  const overdue = useMemo(() => (tasks ? overdueTasks(tasks, today) : []), [tasks, today]);
  return { open, overdue };
}
