import type { TaskRow as Task } from '../../db/rows.ts';
import { TaskRow } from './task-row.tsx';
import type { TaskActions } from './use-task-actions.ts';

export type TaskListProps = {
  tasks: readonly Task[];
  today: string;
  actions: TaskActions;
  isDraggable: boolean;
  /** Id of the heading that names the list. */
  labelledBy: string;
};

export function PlainTaskList({ tasks, today, actions, isDraggable, labelledBy }: TaskListProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {tasks.map((task) => (
        <TaskRow
          key={task.id}
          task={task}
          today={today}
          actions={actions}
          isDraggable={isDraggable}
        />
      ))}
    </ul>
  );
}
