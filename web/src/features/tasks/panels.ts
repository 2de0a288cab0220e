import { useMemo, useState } from 'react';
import { groupTasks, type TaskPanels } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';

export type Panels = TaskPanels<TaskRow>;
export type PanelName = keyof Panels;

/** Heading and empty text of each panel (docs/spec.md, section 2). */
export const panelTexts: Record<PanelName, { heading: string; empty: string }> = {
  noDueDate: { heading: 'No Due Date', empty: 'No tasks without due dates' },
  dueToday: { heading: 'Due Today', empty: 'No more tasks due today. Yay!' },
  dueTomorrow: { heading: 'Due Tomorrow', empty: 'No tasks due tomorrow' },
  restOfWeek: { heading: 'Rest of This Week', empty: 'No more tasks due this week.' },
  completedToday: { heading: 'Completed Today', empty: 'No tasks completed today' },
  nextWeek: { heading: 'Next Week', empty: 'No tasks due next week' },
  thisMonth: { heading: 'This Month', empty: 'No tasks due this month' },
  all: { heading: 'All', empty: 'No tasks found' },
};

/** The panels that the selector chooses from (docs/spec.md, section 4). */
export const selectablePanels = ['nextWeek', 'thisMonth', 'all'] as const;
export type SelectablePanel = (typeof selectablePanels)[number];

function hasSameTasks(a: readonly TaskRow[], b: readonly TaskRow[]): boolean {
  return a.length === b.length && a.every((task, index) => task === b[index]);
}

/** The next panels, with the array of before for each panel whose tasks have not changed. */
export function reusePanels(before: Panels, next: Panels): Panels {
  const reuse = (name: PanelName) =>
    hasSameTasks(before[name], next[name]) ? before[name] : next[name];
  return {
    noDueDate: reuse('noDueDate'),
    dueToday: reuse('dueToday'),
    dueTomorrow: reuse('dueTomorrow'),
    restOfWeek: reuse('restOfWeek'),
    completedToday: reuse('completedToday'),
    nextWeek: reuse('nextWeek'),
    thisMonth: reuse('thisMonth'),
    all: reuse('all'),
  };
}

function memoizedGrouper() {
  let before: Panels | null = null;
  return (tasks: readonly TaskRow[], today: string): Panels => {
    const next = groupTasks(tasks, today);
    before = before ? reusePanels(before, next) : next;
    return before;
  };
}

/** The panels of the tasks; one is drawn again only when one of its own tasks has changed. */
export function useTaskPanels(tasks: readonly TaskRow[], today: string): Panels {
  const [group] = useState(memoizedGrouper);
  return useMemo(() => group(tasks, today), [group, tasks, today]);
}
