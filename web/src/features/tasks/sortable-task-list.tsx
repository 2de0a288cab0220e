import { memo, useCallback, useRef, useState } from 'react';
import { GripVertical } from 'lucide-react';
import { ranksToMove } from '#domain/task-order.ts';
import { useReorderTasks } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { Sortable, useSortableItem } from '../../ui/sortable.tsx';
import { useBoxVirtualList } from '../../ui/virtual-list.tsx';
import type { TaskActions } from './task-actions.tsx';
import { TaskListItem } from './task-list-item.tsx';
import { usualRowHeight, WHOLE_UP_TO, type TaskListProps } from './task-panel.tsx';

const uidOf = ({ uid }: TaskRow) => uid;

/** The tasks of a panel, sorted by dragging. Of a long list only what is seen is drawn. */
export function SortableTaskList({ heading, unfiltered, ...list }: TaskListProps) {
  const { mutate: reorder } = useReorderTasks();
  const move = (uid: string, overUid: string) => {
    const ranks = ranksToMove(unfiltered, uid, overUid);
    if (ranks.length > 0) reorder(ranks);
  };
  return (
    <Sortable
      items={list.tasks}
      heading={heading}
      onMove={move}
      renderDragged={({ title }) => <DraggedTask title={title} />}
    >
      {(draggedUid) => <Rows {...list} draggedUid={draggedUid} />}
    </Sortable>
  );
}

type RowsProps = Omit<TaskListProps, 'heading' | 'unfiltered'> & { draggedUid: string | null };

/**
 * The rows stay in the flow of the page, with a margin in the place of those that are not drawn: a
 * row is not drawn again because one before it has gone.
 */
function Rows({ tasks, today, actions, labelledBy, draggedUid }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(usualRowHeight);
  const isLong = tasks.length > WHOLE_UP_TO;
  const { rows, listProps, measure } = useBoxVirtualList(box, {
    items: tasks,
    keyOf: uidOf,
    rowHeight,
    overscan: isLong ? 4 : WHOLE_UP_TO,
    kept: [draggedUid],
  });
  const below = Number(listProps.style.height) - (rows.at(-1)?.bottom ?? 0);
  return (
    <div
      ref={box}
      className={isLong ? 'max-h-[70dvh] overflow-y-auto overscroll-y-contain' : undefined}
    >
      <ul
        {...listProps}
        aria-labelledby={labelledBy}
        className="[overflow-anchor:none]"
        style={{ paddingBottom: below }}
      >
        {rows.map(({ item, index, top }, place) => (
          <SortableTask
            key={item.uid}
            task={item}
            today={today}
            actions={actions}
            index={index}
            total={tasks.length}
            gap={top - (rows[place - 1]?.bottom ?? 0)}
            measure={measure}
          />
        ))}
      </ul>
    </div>
  );
}

type SortableTaskProps = {
  task: TaskRow;
  today: string;
  actions: TaskActions;
  index: number;
  total: number;
  /** Pixels between the row drawn before and this one. */
  gap: number;
  measure: (row: HTMLLIElement | null) => void;
};

const SortableTask = memo(function SortableTask(props: SortableTaskProps) {
  const { task, today, actions, index, total, gap, measure } = props;
  const { ref: sort, style, handle } = useSortableItem(task.uid, 'Drag to reorder');
  const ref = useCallback(
    (row: HTMLLIElement | null) => {
      sort(row);
      measure(row);
    },
    [sort, measure],
  );
  return (
    <TaskListItem
      ref={ref}
      task={task}
      today={today}
      actions={actions}
      handle={handle}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={gap > 0 ? { ...style, marginTop: gap } : style}
    />
  );
});

/** What follows the pointer: the row's handle, box and title, where they stand in the row. */
function DraggedTask({ title }: { title: string }) {
  return (
    <div className="flex h-full items-center gap-2 rounded-base border border-accent-ink bg-raised py-1.5 pr-3 pl-1 shadow-overlay">
      <GripVertical aria-hidden className="mx-1 size-4 shrink-0" />
      <span className="size-[1.125rem] shrink-0 rounded-half border-2 border-line-strong" />
      <span className="line-clamp-2 wrap-anywhere">{title}</span>
    </div>
  );
}
