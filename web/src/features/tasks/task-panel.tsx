import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { TaskRow } from '../../db/rows.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { followFocus } from './focus.ts';
import { panelTexts, type PanelName } from './panels.ts';
import type { TaskActions } from './task-actions.tsx';
import { TaskListItem } from './task-list-item.tsx';

/** Tasks up to which a list is drawn whole. A longer one scrolls by itself. */
export const WHOLE_UP_TO = 60;
/** Tasks that are drawn at once; the others follow as soon as the page has been painted. */
const FIRST = 4;
/** Tasks of a longer list that can be in sight. */
const SCREENFUL = 14;

export type TaskListProps = {
  tasks: readonly TaskRow[];
  /** The same without the category filter: the order is kept among them all. */
  unfiltered: readonly TaskRow[];
  today: string;
  actions: TaskActions;
  heading: string;
  /** Id of the heading's element. */
  labelledBy: string;
};

/** Pixels that most rows have on this screen: in panels narrower than `@xl` they have two lines. */
export function usualRowHeight(): number {
  return matchMedia('(width < 38rem) or (64rem <= width < 75rem)').matches ? 81 : 45;
}

/** The list before it can be sorted: its first tasks, and room for those to come. */
function FirstTasks({ tasks, today, actions, labelledBy }: TaskListProps) {
  const isLong = tasks.length > WHOLE_UP_TO;
  const limit = useDeferredValue(isLong ? SCREENFUL : WHOLE_UP_TO, FIRST);
  const list = useRef<HTMLUListElement>(null);
  // What has the focus here has it in the list that takes this one's place, too.
  useLayoutEffect(() => () => followFocus(list.current), []);
  const first = tasks.slice(0, limit);
  return (
    <div className={isLong ? 'max-h-[70dvh] overflow-y-auto overscroll-y-contain' : undefined}>
      <ul
        ref={list}
        aria-labelledby={labelledBy}
        style={{ paddingBottom: (tasks.length - first.length) * usualRowHeight() }}
      >
        {first.map((task, index) => (
          <TaskListItem
            key={task.uid}
            task={task}
            today={today}
            actions={actions}
            aria-posinset={index + 1}
            aria-setsize={tasks.length}
          />
        ))}
      </ul>
    </div>
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
function TaskList(props: TaskListProps) {
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

type Props = {
  name: PanelName;
  tasks: readonly TaskRow[];
  /** The same without the category filter. */
  unfiltered: readonly TaskRow[];
  today: string;
  actions: TaskActions;
  /** Drawn in the place of the heading, which stays for screen readers. */
  selector?: ReactNode;
};

/** A region named by its heading, with a count, and a list or the panel's empty text. */
export const TaskPanel = memo(function TaskPanel(props: Props) {
  const { name, tasks, unfiltered, today, actions, selector } = props;
  const headingId = useId();
  const { heading, empty } = panelTexts[name];
  return (
    <section
      aria-labelledby={headingId}
      className="@container overflow-hidden rounded-base border border-line bg-surface shadow-card"
    >
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-4 py-1">
        <h2
          id={headingId}
          tabIndex={-1}
          className={selector ? 'sr-only' : 'text-base font-semibold'}
        >
          {heading}
        </h2>
        {selector}
        <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-sunken px-1.5 text-xs font-medium text-soft tabular-nums">
          {tasks.length}
        </span>
      </header>
      {tasks.length === 0 ? (
        <p className="px-4 py-4 text-center text-soft">{empty}</p>
      ) : (
        <TaskList
          tasks={tasks}
          unfiltered={unfiltered}
          today={today}
          actions={actions}
          labelledBy={headingId}
          heading={heading}
        />
      )}
    </section>
  );
});
