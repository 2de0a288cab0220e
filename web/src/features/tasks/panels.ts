import { useCallback, useMemo, useState } from 'react';
import { addDays } from '#domain/dates.ts';
import { endOfWeek, groupTasks, type TaskPanels } from '#domain/task.ts';
import { useOwnProfile } from '../../data/profile/profile.ts';
import { formatDay, formatDays, formatMonth, weekStartOf } from '../../lib/clock.ts';
import { useStored } from '../../lib/storage.ts';
import { useMedia } from '../../lib/store.ts';
import type { ShownTask } from './row-transitions.ts';
import type { TaskActions } from './task-actions.tsx';

export type Panels = TaskPanels<ShownTask>;
export type PanelName = keyof Panels;

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

/** The days of a panel: the text beside its heading, and the day that a task dropped on it gets. */
export type PanelDays = {
  text?: string;
  /** The only day that its tasks can have: their rows need not repeat it. */
  only?: string;
  /** Undefined: nothing can be dropped on it. */
  drop?: string | null;
};

/** The days of each panel, relative to `today`. */
export function panelDays(today: string, weekStart: number): Record<PanelName, PanelDays> {
  const tomorrow = addDays(today, 1);
  const weekEnd = endOfWeek(today, weekStart);
  const [restBegin, nextBegin] = [addDays(today, 2), addDays(weekEnd, 1)];
  const rest = { text: formatDays(restBegin, weekEnd), drop: restBegin };
  return {
    noDueDate: { drop: null },
    dueToday: { only: today, drop: today },
    dueTomorrow: { text: formatDay(tomorrow), only: tomorrow, drop: tomorrow },
    restOfWeek:
      restBegin > weekEnd ? {} : restBegin === weekEnd ? { ...rest, only: weekEnd } : rest,
    completedToday: { only: today },
    nextWeek: { text: formatDays(nextBegin, addDays(weekEnd, 7)), drop: nextBegin },
    thisMonth: { text: formatMonth(today) },
    all: {},
  };
}

/** The first day of the week: chosen in Settings, else the language's. */
export function useWeekStart(): number {
  return useOwnProfile().profile?.week_start ?? weekStartOf(navigator.language);
}

/** Which range of coming tasks is shown; kept in this browser. */
export function useSelectedPanel(): [SelectablePanel, (panel: SelectablePanel) => void] {
  const [stored, store] = useStored('taskRange', 'nextWeek');
  return [selectablePanels.find((name) => name === stored) ?? 'nextWeek', store];
}

/** Whether the screen has room for both columns. */
export function useIsWide(): boolean {
  return useMedia('(width >= 64rem)');
}

/** Whether a panel is folded; stored in this browser. On phones Completed Today is folded at first. */
export function useFolded(name: PanelName): [boolean, () => void] {
  const [stored, store] = useStored('foldedPanels', '');
  const isNarrow = useMedia('(width < 40rem)');
  const toggled = stored.split(' ').filter(Boolean);
  const isToggled = toggled.includes(name);
  const toggle = useCallback(() => {
    const others = stored.split(' ').filter((one) => one && one !== name);
    store((isToggled ? others : [...others, name]).join(' '));
  }, [stored, store, name, isToggled]);
  return [(name === 'completedToday' && isNarrow) !== isToggled, toggle];
}

/** A list of up to this many tasks is rendered whole. */
export const WHOLE_UP_TO = 60;
export type TaskListProps = {
  /** Overdue tasks have a list of their own in their panel. */
  name: PanelName | 'overdue';
  tasks: readonly ShownTask[];
  /** The same without the category filter, for sorting among all of them. */
  unfiltered: readonly ShownTask[];
  today: string;
  days: Record<PanelName, PanelDays>;
  actions: TaskActions;
  heading: string;
  /** Id of the heading's element. */
  labelledBy: string;
};

/** The one day of all tasks of a list, which its heading has. */
export function dayOfList({
  name,
  days,
}: Pick<TaskListProps, 'name' | 'days'>): string | undefined {
  return name === 'overdue' ? undefined : days[name].only;
}

/** The height of most rows on this screen, in pixels: in narrow panels they have two lines. */
export function usualRowHeight(): number {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const hasTwoLines = matchMedia('(width < 35rem)').matches;
  return hasTwoLines || isTouch ? 60 : 44;
}

function hasSameTasks(a: readonly ShownTask[], b: readonly ShownTask[]): boolean {
  return a.length === b.length && a.every((task, index) => task === b[index]);
}

/** The next panels, with the previous array of each panel whose tasks have not changed. */
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
  return (tasks: readonly ShownTask[], today: string, weekStart: number): Panels => {
    const next = groupTasks(tasks, today, weekStart);
    before = before ? reusePanels(before, next) : next;
    return before;
  };
}

/** The tasks in their panels; a panel renders again only if one of its own tasks has changed. */
export function useTaskPanels(
  tasks: readonly ShownTask[],
  today: string,
  weekStart: number,
): Panels {
  const [group] = useState(memoizedGrouper);
  return useMemo(() => group(tasks, today, weekStart), [group, tasks, today, weekStart]);
}

type Done = { title: string; completed_at: string | null };

/** A day, or one of its tasks below it. */
export type CompletedEntry<Task> = { day: string; count: number } | { task: Task };

/** Completed tasks with this text in their title, as one list: each day, followed by its tasks. */
export function completedEntries<Task extends Done>(
  tasks: readonly Task[],
  text: string,
  dayOf: (moment: string) => string,
): CompletedEntry<Task>[] {
  const wanted = text.trim().toLocaleLowerCase();
  const found = tasks
    .filter(({ title, completed_at }) => completed_at && title.toLocaleLowerCase().includes(wanted))
    .map((task) => ({ task, at: Date.parse(task.completed_at ?? '') }))
    .toSorted((a, b) => b.at - a.at);
  const days = Map.groupBy(found, ({ task }) => dayOf(task.completed_at ?? ''));
  return [...days].flatMap(([day, done]) => [
    { day, count: done.length },
    ...done.map(({ task }) => ({ task })),
  ]);
}

/** How many of these entries were completed after `since`. */
export function entriesSince(entries: readonly CompletedEntry<Done>[], since: string): number {
  const end = Date.parse(since);
  const first = entries.findIndex(
    (entry) => 'task' in entry && Date.parse(entry.task.completed_at ?? '') < end,
  );
  return first < 0 ? entries.length : first;
}
