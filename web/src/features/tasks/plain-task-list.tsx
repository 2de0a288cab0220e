import type { TaskRow as Task } from '../../db/rows.ts';
import { usualRowHeight } from './row-height.ts';
import { TaskRow } from './task-row.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';
import type { TaskActions } from './use-task-actions.ts';

export type TaskListProps = {
  tasks: readonly Task[];
  today: string;
  actions: TaskActions;
  isDraggable: boolean;
  /** Id of the heading that names the list. */
  labelledBy: string;
};

/** Draws all rows, the further ones a moment later; their room is there from the start. */
export function PlainTaskList({ tasks, today, actions, isDraggable, labelledBy }: TaskListProps) {
  const drawn = useDrawnRows(tasks.length);
  const missing = tasks.length - drawn;
  return (
    <ul
      aria-labelledby={labelledBy}
      style={missing > 0 ? { paddingBottom: missing * usualRowHeight() } : undefined}
    >
      {tasks.slice(0, drawn).map((task) => (
        <TaskRow
          key={task.uid}
          task={task}
          today={today}
          actions={actions}
          isDraggable={isDraggable}
        />
      ))}
    </ul>
  );
}
