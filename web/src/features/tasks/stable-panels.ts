import { useMemo, useState } from 'react';
import { groupTasks, type TaskPanels } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';

type Panels = TaskPanels<TaskRow>;

function isSame(a: readonly TaskRow[], b: readonly TaskRow[]): boolean {
  return a.length === b.length && a.every((task, index) => task === b[index]);
}

/** The panels, with each list that has not changed being the very list of before. */
export function withUnchanged(before: Panels | null, next: Panels): Panels {
  if (!before) return next;
  const keep = (name: keyof Panels) =>
    isSame(before[name], next[name]) ? before[name] : next[name];
  return {
    noDueDate: keep('noDueDate'),
    dueToday: keep('dueToday'),
    dueTomorrow: keep('dueTomorrow'),
    restOfWeek: keep('restOfWeek'),
    completedToday: keep('completedToday'),
    nextWeek: keep('nextWeek'),
    thisMonth: keep('thisMonth'),
    all: keep('all'),
  };
}

/** Groups tasks, and remembers the last answer for the sake of the lists that stay the same. */
function rememberingGrouper() {
  let before: Panels | null = null;
  return (tasks: readonly TaskRow[], today: string): Panels => {
    before = withUnchanged(before, groupTasks(tasks, today));
    return before;
  };
}

/** The panels of the tasks; one is drawn again only when one of its own tasks has changed. */
export function useTaskPanels(tasks: readonly TaskRow[], today: string): Panels {
  const [group] = useState(rememberingGrouper);
  return useMemo(() => group(tasks, today), [group, tasks, today]);
}
