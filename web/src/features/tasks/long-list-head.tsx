import { late } from '../../ui/late.tsx';
import type { LongTaskListProps } from './long-task-list.tsx';
import { usualRowHeight } from './row-height.ts';
import { TaskRow } from './task-row.tsx';

/** Rows that a screen shows of a long list. */
const FIRST = 12;

/** The first rows of a long list, at their places. */
function LongListHead({ tasks, labelledBy, slots: _slots, ...shared }: LongTaskListProps) {
  const rowHeight = usualRowHeight();
  return (
    <div className="max-h-[70dvh] overflow-y-auto overscroll-y-contain">
      <ul
        aria-labelledby={labelledBy}
        className="relative"
        style={{ height: tasks.length * rowHeight }}
      >
        {tasks.slice(0, FIRST).map((task, index) => (
          <TaskRow
            key={task.uid}
            task={task}
            top={index * rowHeight}
            index={index}
            total={tasks.length}
            {...shared}
          />
        ))}
      </ul>
    </div>
  );
}

/** The first row does not wait for what draws only the seen ones of all. */
export const LongTaskList = late(async () => (await import('./long-task-list.tsx')).LongTaskList, {
  Waiting: LongListHead,
});
