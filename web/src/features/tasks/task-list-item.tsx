import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { isOverdue } from '#domain/task.ts';
import { Checkbox } from '../../ui/input.tsx';
import { takeFocus } from './focus.ts';
import { slideIn } from './slide.ts';
import { TaskItemActions, type TaskActions } from './task-actions.tsx';
import { TaskCategory, TaskMarks, TaskPriority, TaskTime } from './task-badges.tsx';
import { repeatsOf } from './task-options.tsx';
import type { ShownTask } from './ticked.ts';

type ContentProps = {
  task: ShownTask;
  today: string;
  /** The day that the list's heading has, which the row need not repeat. */
  saidDay?: string | undefined;
  actions: TaskActions;
  /** Reached by Tab; arrow keys reach the rest of the list (row-input.ts). */
  isTabStop: boolean;
};

type Props = ContentProps &
  ComponentProps<'li'> & {
    /** The drag handle; an icon until it is loaded. */
    handle?: ReactNode;
  };

/** One task of a list. */
export function TaskListItem({ task, today, saidDay, actions, isTabStop, handle, ...item }: Props) {
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
      <Content
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
const Content = memo(function Content({ task, today, saidDay, actions, isTabStop }: ContentProps) {
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
