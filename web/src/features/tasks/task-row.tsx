import { memo } from 'react';
import { clsx } from 'clsx';
import { isOverdue } from '#domain/task.ts';
import { TaskRowContent, type TaskRowContentProps } from './task-row-content.tsx';

type Props = TaskRowContentProps & {
  /** In a list that draws only what is seen: where the row stands, and who measures it. */
  top?: number;
  index?: number;
  total?: number;
  measure?: (row: HTMLLIElement | null) => void;
};

/** One task. When a row before it goes, only its place is written anew, not what it shows. */
export const TaskRow = memo(function TaskRow({ top, index, total, measure, ...content }: Props) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-posinset={index === undefined ? undefined : index + 1}
      aria-setsize={total}
      style={top === undefined ? undefined : { position: 'absolute', top, left: 0, right: 0 }}
      className={clsx(
        'group/row border-b border-line bg-(--row) last:border-b-0',
        isOverdue(content.task, content.today)
          ? '[--row:var(--danger-soft)]'
          : '[--row:var(--surface)] hover:[--row:var(--sunken)]',
      )}
    >
      <TaskRowContent {...content} />
    </li>
  );
});
