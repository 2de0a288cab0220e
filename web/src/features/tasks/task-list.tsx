import {
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { followFocus } from './focus.ts';
import type { PanelDays, PanelName } from './panels.ts';
import type { TaskActions } from './task-actions.tsx';
import { TaskListItem } from './task-list-item.tsx';
import type { ShownTask } from './ticked.ts';

/** Tasks up to which a list is drawn whole. */
export const WHOLE_UP_TO = 60;
/** Tasks that are drawn at once; the others follow as soon as the page has been painted. */
const FIRST = 4;
/** Tasks of a longer list that can be in sight. */
const SCREENFUL = 20;

export type TaskListProps = {
  /** What is overdue has a list of its own within its panel. */
  name: PanelName | 'overdue';
  tasks: readonly ShownTask[];
  /** The same without the category filter: the order is kept among them all. */
  unfiltered: readonly ShownTask[];
  today: string;
  days: Record<PanelName, PanelDays>;
  actions: TaskActions;
  heading: string;
  /** Id of the heading's element. */
  labelledBy: string;
};

/** The day that the heading says of all tasks of a list. */
export function dayOfList({
  name,
  days,
}: Pick<TaskListProps, 'name' | 'days'>): string | undefined {
  return name === 'overdue' ? undefined : days[name].only;
}

/** Pixels that most rows have on this screen: in narrow panels they have two lines. */
export function usualRowHeight(): number {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const hasTwoLines = matchMedia('(width < 35rem)').matches;
  return hasTwoLines || isTouch ? 60 : 44;
}

/** The list before it can be sorted: its first tasks, and room for those to come. */
function FirstTasks(props: TaskListProps) {
  const { tasks, today, actions, labelledBy } = props;
  const wanted = tasks.length > WHOLE_UP_TO ? SCREENFUL : tasks.length;
  const limit = useDeferredValue(wanted, FIRST);
  const list = useRef<HTMLUListElement>(null);
  // What has the focus here has it in the list that takes this one's place, too.
  useLayoutEffect(() => () => followFocus(list.current), []);
  const first = tasks.slice(0, limit);
  return (
    <ul
      ref={list}
      aria-labelledby={labelledBy}
      data-drawing={limit < wanted ? '' : undefined}
      style={{ paddingBottom: (tasks.length - first.length) * usualRowHeight() }}
    >
      {first.map((task, index) => (
        <TaskListItem
          key={task.uid}
          task={task}
          today={today}
          saidDay={dayOfList(props)}
          actions={actions}
          isTabStop={index === 0}
          aria-posinset={index + 1}
          aria-setsize={tasks.length}
        />
      ))}
    </ul>
  );
}

const SortableTaskList = lazyWithRetry(
  async () => (await import('./sortable-task-list.tsx')).SortableTaskList,
);
let isLoaded = false;

/**
 * The first tasks do not wait for the code that sorts lists and draws long ones. What that draws
 * takes their place in a transition: the page goes on answering meanwhile.
 */
export function TaskList(props: TaskListProps) {
  const [isSortable, setIsSortable] = useState(isLoaded);
  useEffect(() => {
    const load = async () => {
      await SortableTaskList.preload();
      isLoaded = true;
      startTransition(() => setIsSortable(true));
    };
    load().catch((error: unknown) => {
      // The dashboard works without; the next list that is drawn tries again.
      console.warn('Sorting could not be loaded.', error);
    });
  }, []);
  return isSortable ? <SortableTaskList {...props} /> : <FirstTasks {...props} />;
}
