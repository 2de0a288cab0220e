import { useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TaskListProps } from './plain-task-list.tsx';
import { TaskRow } from './task-row.tsx';

/** Pixels of a row of one line, until it is measured. */
const ROW_HEIGHT = 45;
/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 8;

/** Scrolls by itself and draws only the rows that are seen; says to screen readers how long it is. */
export function LongTaskList({ tasks, today, actions, isDraggable, labelledBy }: TaskListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: OVERSCAN,
    // Drawn once before the scroller is measured.
    initialRect: { width: 0, height: 600 },
  });
  return (
    <div ref={scroller} className="max-h-[70dvh] overflow-y-auto overscroll-y-contain">
      <ul
        aria-labelledby={labelledBy}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const task = tasks[index];
          return task ? (
            <TaskRow
              key={task.id}
              task={task}
              today={today}
              actions={actions}
              isDraggable={isDraggable}
              top={start}
              index={index}
              total={tasks.length}
              measure={virtualizer.measureElement}
            />
          ) : null;
        })}
      </ul>
    </div>
  );
}
