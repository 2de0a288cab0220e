import { memo, useEffect, useRef } from 'react';
import { clsx } from 'clsx';
import { isOverdue } from '../../../../supabase/functions/_shared/domain/tasks.ts';
import { isPendingTask } from '../../data/tasks/pending-task.ts';
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

function TaskMarks({ task, today }: Pick<TaskRowContentProps, 'task' | 'today'>) {
  return (
    <>
      {task.completed ? null : <PriorityBadge priority={task.priority} />}
      {task.category ? <CategoryMark category={task.category} /> : null}
      {task.repeat_type === 'none' ? null : <RepeatMark repeatType={task.repeat_type} />}
      {task.due_date ? <DueDate date={task.due_date} isOverdue={isOverdue(task, today)} /> : null}
    </>
  );
}

/** What a row shows and does. Drawn again only when its task or the day changes. */
export const TaskRowContent = memo(function TaskRowContent(props: TaskRowContentProps) {
  const { task, today, actions, isDraggable } = props;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current) takeFocus(task.id, content.current);
  });

  const isPending = isPendingTask(task);
  const toggle = () => {
    const row = content.current?.closest('li');
    if (row?.contains(document.activeElement)) focusNeighbour(row, 'checkbox');
    actions.toggle(task);
  };
  return (
    <div
      ref={content}
      className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-2 py-2 pr-3 pl-1 @xl:flex @xl:items-center @xl:py-1.5"
    >
      {isDraggable && !isPending ? <DragSlot taskId={task.id} /> : <span className="w-6" />}
      <Checkbox
        checked={task.completed}
        disabled={isPending}
        aria-label={task.title}
        data-control="checkbox"
        className="mt-[0.4375rem] @xl:mt-0"
        onCheckedChange={toggle}
      />
      <div className="relative min-w-0 @xl:flex-1">
        <button
          type="button"
          data-control="title"
          disabled={isPending}
          onClick={() => openTaskWindow({ kind: 'edit', task })}
          className={clsx(
            'line-clamp-3 w-full rounded-half py-1.5 text-left wrap-anywhere',
            task.completed && 'text-faint line-through',
          )}
        >
          {task.title}
        </button>
      </div>
      <div className="col-start-3 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 @xl:contents">
        <div className="flex min-w-0 items-center gap-2 @xl:order-2">
          <TaskMarks task={task} today={today} />
        </div>
        <div className="-mr-1 ml-auto flex items-center transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 [@media(hover:hover)]:@xl:opacity-0">
          <TaskRowActions task={task} today={today} actions={actions} isDisabled={isPending} />
        </div>
      </div>
    </div>
  );
});
