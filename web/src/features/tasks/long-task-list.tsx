import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { HandleSlots } from './drag/handle-slots.ts';
import type { TaskListProps } from './plain-task-list.tsx';
import { usualRowHeight } from './row-height.ts';
import { TaskRow } from './task-row.tsx';

/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 4;

export type LongTaskListProps = TaskListProps & { slots: HandleSlots };

/** Scrolls by itself and draws only the rows that are seen; says to screen readers how long it is. */
export function LongTaskList(props: LongTaskListProps) {
  const { tasks, today, actions, isDraggable, labelledBy, slots } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const draggedId = useSyncExternalStore(slots.subscribe, slots.draggedId);
  const withDragged = (range: Range) => {
    const seen = defaultRangeExtractor(range);
    const dragged = draggedId === null ? -1 : tasks.findIndex(({ uid }) => uid === draggedId);
    return dragged === -1 || seen.includes(dragged)
      ? seen
      : [...seen, dragged].toSorted((a, b) => a - b);
  };
  const [rowHeight] = useState(usualRowHeight);
  // The same until the tasks change: with a new function every row is measured anew.
  const getItemKey = useCallback((index: number) => tasks[index]?.uid ?? index, [tasks]);
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor: withDragged,
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
              key={task.uid}
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
