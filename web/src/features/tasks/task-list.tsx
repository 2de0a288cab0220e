import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { isOverdue } from '#domain/task.ts';
import { Checkbox } from '../../ui/input.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { dayOfList, usualRowHeight, WHOLE_UP_TO, type TaskListProps } from './panels.ts';
import { followFocus, slideIn, takeFocus, type ShownTask } from './row-transitions.ts';
import { TaskItemActions, type TaskActions } from './task-actions.tsx';
import { repeatsOf, TaskCategory, TaskMarks, TaskPriority, TaskTime } from './task-badges.tsx';

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

type RowProps = {
  task: ShownTask;
  today: string;
  /** The day that the list's heading has, which the row need not repeat. */
  saidDay?: string | undefined;
  actions: TaskActions;
  /** Reached by Tab; arrow keys reach the rest of the list (row-input.ts). */
  isTabStop: boolean;
};

type TaskListItemProps = RowProps &
  ComponentProps<'li'> & {
    /** The drag handle; an icon until it is loaded. */
    handle?: ReactNode;
  };

/** One task of a list. */
export function TaskListItem({
  task,
  today,
  saidDay,
  actions,
  isTabStop,
  handle,
  ...item
}: TaskListItemProps) {
  const isLate = isOverdue(task, today) && !task.ticked;
  return (
    <li
      {...item}
      data-task={task.uid}
      data-ticked={task.ticked}
      className={clsx(
        'group/row task-row hairline hairline-inset-14 flex touch-pan-y items-stretch bg-(--row) pointer-coarse:hairline-inset-10 pointer-coarse:select-none',
        isLate
          ? 'shadow-[inset_3px_0_0_var(--danger)] [--row:var(--overdue)]'
          : '[--row:var(--surface)] hover:[--row:var(--sunken)]',
      )}
    >
      <span className="flex w-6 shrink-0 items-center justify-center text-faint opacity-0 has-focus-visible:opacity-100 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100 pointer-coarse:pointer-events-none pointer-coarse:w-2">
        {task.completed || task.ticked
          ? null
          : (handle ?? <GripVertical aria-hidden className="size-4" />)}
      </span>
      <RowContent
        task={task}
        today={today}
        saidDay={saidDay}
        actions={actions}
        isTabStop={isTabStop}
      />
    </li>
  );
}

/**
 * The content of a row, rendered again only if its task or the day changes. One line with columns in
 * wide lists, two lines in narrow ones.
 */
const RowContent = memo(function RowContent(props: RowProps) {
  const { task, today, saidDay, actions, isTabStop } = props;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current) takeFocus(task.uid, content.current);
  });
  useLayoutEffect(() => slideIn(task.uid, content.current?.closest('li')), [task.uid]);
  const isDone = task.completed || task.ticked !== undefined;
  /** What a narrow row has a second line for; a date alone stands beside the title. */
  const hasMarks = !isDone || task.category || task.description || repeatsOf(task);
  return (
    <div ref={content} className="flex min-w-0 flex-1 items-center">
      <span className="flex w-8 shrink-0 items-center justify-center">
        <Checkbox
          checked={isDone}
          aria-label={task.title}
          data-control="checkbox"
          className="pointer-coarse:before:-inset-3.5"
          tabIndex={isTabStop ? 0 : -1}
          onCheckedChange={(checked, clicks) => {
            // Ignores the second click of a double click, which would undo the first.
            if (clicks < 2) actions.complete(task, checked);
          }}
        />
      </span>
      <div className="flex min-h-11 min-w-0 flex-1 flex-wrap content-center items-center gap-x-3 py-1 pointer-coarse:min-h-13 @lg:flex-nowrap">
        <button
          type="button"
          tabIndex={-1}
          aria-label={task.title}
          data-control="title"
          dir="auto"
          onClick={() => actions.edit(task)}
          className={clsx(
            'group/title min-w-0 py-0.5 text-start outline-none @lg:flex-1 @lg:basis-0',
            hasMarks ? 'basis-full' : 'flex-1',
          )}
        >
          <span className="line-clamp-2 w-fit rounded-half outline-offset-2 outline-accent-ink wrap-anywhere group-focus-visible/title:outline-2">
            <span
              className={clsx(
                isDone && 'text-faint',
                task.completed && 'line-through',
                task.ticked && 'task-struck',
              )}
            >
              {task.title}
            </span>
          </span>
        </button>
        <div
          className={clsx(
            'flex min-w-0 items-center gap-2 pr-2 @lg:flex-none',
            hasMarks && 'flex-1',
            !hasMarks && !task.due_date && '@max-lg:hidden',
          )}
        >
          <TaskMarks task={task} />
          <TaskPriority task={task} actions={actions} />
          <TaskCategory task={task} actions={actions} />
          <TaskTime task={task} today={today} isSaid={task.due_date === saidDay} />
        </div>
      </div>
      <TaskItemActions task={task} today={today} actions={actions} />
    </div>
  );
});
