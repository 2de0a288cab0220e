import type { TaskPanels } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';

export type PanelName = keyof TaskPanels<TaskRow>;

/** Heading and empty text of each panel (spec section 2). */
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

/** The panels that the selector chooses from (spec section 4). */
export const selectablePanels = ['nextWeek', 'thisMonth', 'all'] as const;
export type SelectablePanel = (typeof selectablePanels)[number];
