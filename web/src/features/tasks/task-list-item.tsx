import { memo, useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { isOverdue } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { Checkbox } from '../../ui/input.tsx';
import { focusNeighbour, takeFocus } from './focus.ts';
import { TaskItemActions, type TaskActions } from './task-actions.tsx';
import { TaskTags, TaskTime } from './task-badges.tsx';

type ContentProps = { task: TaskRow; today: string; actions: TaskActions };

type Props = ContentProps &
  ComponentProps<'li'> & {
    /** Sorts the list. Until it is loaded there is a picture of it. */
    handle?: ReactNode;
  };

/** One task of a list. */
export function TaskListItem({ task, today, actions, handle, ...item }: Props) {
  return (
    <li
      {...item}
      data-task={task.uid}
      className={clsx(
        'group/row flex items-start border-b border-line bg-(--row) py-1.5 pr-3 pl-1 last:border-b-0 @xl:items-center',
        isOverdue(task, today)
          ? '[--row:var(--danger-soft)]'
          : '[--row:var(--surface)] hover:[--row:var(--sunken)]',
      )}
    >
      <span className="mr-2 flex h-8 w-6 shrink-0 items-center justify-center text-faint">
        {task.completed ? null : (handle ?? <GripVertical aria-hidden className="size-4" />)}
      </span>
      <Content task={task} today={today} actions={actions} />
    </li>
  );
}

/**
 * What an item shows and does. Drawn again only when its task or the day changes. On wide rows the
 * actions lie over the tags while the row is pointed at or used by keyboard, one below the other in
 * all rows; without a pointer that hovers they always stand beside them.
 */
const Content = memo(function Content({ task, today, actions }: ContentProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current) takeFocus(task.uid, content.current);
  });

  const complete = () => {
    const row = content.current?.closest('li');
    if (row?.contains(document.activeElement)) focusNeighbour(row, 'checkbox');
    actions.complete(task, !task.completed);
  };
  return (
    <div
      ref={content}
      className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2 @xl:flex @xl:items-center"
    >
      <Checkbox
        checked={task.completed}
        aria-label={task.title}
        data-control="checkbox"
        className="mt-[0.4375rem] @xl:mt-0"
        onCheckedChange={complete}
      />
      <button
        type="button"
        data-control="title"
        onClick={() => actions.edit(task)}
        className="group/title min-h-8 min-w-0 py-1 text-left outline-none @xl:flex-1"
      >
        <span
          className={clsx(
            'line-clamp-3 w-fit rounded-half outline-offset-2 outline-accent-ink wrap-anywhere group-focus-visible/title:outline-2',
            task.completed && 'text-faint line-through',
          )}
        >
          {task.title}
        </span>
      </button>
      <TaskTime task={task} today={today} />
      <div className="col-span-2 col-start-2 flex min-w-0 items-center gap-2 @xl:contents">
        <div className="flex min-w-0 items-center gap-2 @xl:order-2">
          <TaskTags task={task} />
        </div>
        <div className="-mr-1 ml-auto flex shrink-0 roomy:relative roomy:order-2 roomy:mr-0 roomy:-ml-2 roomy:w-0 roomy:self-stretch">
          <div className="flex items-center roomy:absolute roomy:inset-y-0 roomy:right-0 roomy:bg-(--row) roomy:pl-3 roomy:opacity-0 roomy:group-hover/row:opacity-100 roomy:group-has-focus-visible/row:opacity-100">
            <TaskItemActions task={task} today={today} actions={actions} />
          </div>
        </div>
      </div>
    </div>
  );
});
