import { useRef, useState, useSyncExternalStore } from 'react';
import type { TaskRow as Task } from '../../db/rows.ts';
import { useBoxVirtualList } from '../../ui/virtual-list.tsx';
import type { HandleSlots } from './drag/handle-slots.ts';
import type { TaskListProps } from './plain-task-list.tsx';
import { usualRowHeight } from './row-height.ts';
import { TaskRow } from './task-row.tsx';

/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 4;

const uidOf = ({ uid }: Task) => uid;

export type LongTaskListProps = TaskListProps & { slots: HandleSlots };

/** Scrolls by itself and draws only the rows that are seen; says to screen readers how long it is. */
export function LongTaskList(props: LongTaskListProps) {
  const { tasks, today, actions, isDraggable, labelledBy, slots } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const draggedId = useSyncExternalStore(slots.subscribe, slots.draggedId);
  const [rowHeight] = useState(usualRowHeight);
  const { rows, listProps, measure } = useBoxVirtualList(scroller, {
    items: tasks,
    keyOf: uidOf,
    rowHeight,
    overscan: OVERSCAN,
    kept: [draggedId],
  });
  return (
    <div ref={scroller} className="max-h-[70dvh] overflow-y-auto overscroll-y-contain">
      <ul aria-labelledby={labelledBy} {...listProps}>
        {rows.map(({ item, key, index, top }) => (
          <TaskRow
            key={key}
            task={item}
            today={today}
            actions={actions}
            isDraggable={isDraggable}
            top={top}
            index={index}
            total={tasks.length}
            measure={measure}
          />
        ))}
      </ul>
    </div>
  );
}
