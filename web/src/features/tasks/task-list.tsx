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
import { dayOfList, usualRowHeight, WHOLE_UP_TO, type TaskListProps } from './panels.ts';
import { TaskListItem } from './task-list-item.tsx';

/** Tasks of the first render; the others follow once the page has been painted. */
const FIRST = 4;
/** Tasks of a longer list that may be visible. */
const SCREENFUL = 20;

/** The list until it can be sorted: its first tasks, and empty space for the rest. */
function FirstTasks(props: TaskListProps) {
  const { tasks, today, actions, labelledBy } = props;
  const wanted = tasks.length > WHOLE_UP_TO ? SCREENFUL : tasks.length;
  const limit = useDeferredValue(wanted, FIRST);
  const list = useRef<HTMLUListElement>(null);
  // Keeps the focus when the sortable list replaces this one.
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
 * Shows the first tasks without waiting for the code of sorting and long lists, and replaces them by
 * the sortable list in a transition, so that the page stays responsive.
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
      // The dashboard works without it; the next list that mounts tries again.
      console.warn('Sorting could not be loaded.', error);
    });
  }, []);
  return isSortable ? <SortableTaskList {...props} /> : <FirstTasks {...props} />;
}
