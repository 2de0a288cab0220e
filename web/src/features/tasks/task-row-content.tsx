import { memo, useEffect, useRef } from 'react';
import { clsx } from 'clsx';
import { isOverdue } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DragSlot } from './drag/drag-slot.tsx';
import { focusNeighbour, takeFocus } from './focus.ts';
import { CategoryMark, DueDate, PriorityBadge, RepeatMark } from './task-badges.tsx';
import { TaskRowActions } from './task-row-actions.tsx';
import { openTaskWindow } from './task-windows.ts';
import type { TaskActions } from './use-task-actions.ts';

export type TaskRowContentProps = {
  task: TaskRow;
  today: string;
  actions: TaskActions;
  /** Only rows of lists of open tasks can be dragged. */
  isDraggable: boolean;
};

/** Priority and category. */
function TaskTags({ task }: { task: TaskRow }) {
  return (
    <>
      {task.completed ? null : <PriorityBadge priority={task.priority} />}
      {task.category ? <CategoryMark category={task.category} /> : null}
    </>
  );
}

/** Repeat icon and due date, in a column of their own where the row is wide. */
function TaskTime({ task, today }: Pick<TaskRowContentProps, 'task' | 'today'>) {
  if (!task.due_date && task.repeat_type === 'none') return null;
  return (
    <div className="flex h-8 items-center justify-end gap-2 @xl:order-3 @xl:min-w-22">
      {task.repeat_type === 'none' ? null : <RepeatMark repeatType={task.repeat_type} />}
      {task.due_date ? <DueDate date={task.due_date} isOverdue={isOverdue(task, today)} /> : null}
    </div>
  );
}

/**
 * What a row shows and does. Drawn again only when its task or the day changes. On wide rows the
 * actions lie over the tags while the row is pointed at or used by keyboard, one below the other in
 * all rows; without a pointer that hovers they always stand beside them.
 */
export const TaskRowContent = memo(function TaskRowContent(props: TaskRowContentProps) {
  const { task, today, actions, isDraggable } = props;
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
      className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-start gap-x-2 py-1.5 pr-3 pl-1 @xl:flex @xl:items-center"
    >
      {isDraggable ? <DragSlot taskUid={task.uid} /> : <span className="w-6" />}
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
        onClick={() => openTaskWindow({ kind: 'edit', task })}
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
      <div className="col-span-2 col-start-3 flex min-w-0 items-center gap-2 @xl:contents">
        <div className="flex min-w-0 items-center gap-2 @xl:order-2">
          <TaskTags task={task} />
        </div>
        <div className="-mr-1 ml-auto flex shrink-0 roomy:relative roomy:order-2 roomy:mr-0 roomy:-ml-2 roomy:w-0 roomy:self-stretch">
          <div className="flex items-center roomy:absolute roomy:inset-y-0 roomy:right-0 roomy:bg-(--row) roomy:pl-3 roomy:opacity-0 roomy:group-hover/row:opacity-100 roomy:group-has-focus-visible/row:opacity-100">
            <TaskRowActions task={task} today={today} actions={actions} />
          </div>
        </div>
      </div>
    </div>
  );
});
