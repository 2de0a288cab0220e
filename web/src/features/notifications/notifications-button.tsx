import { useId, useMemo, type ComponentProps } from 'react';
import { Bell } from 'lucide-react';
import { isOverdue, type TaskFields } from '#domain/task.ts';
import { useOpenTasks } from '../../data/tasks/tasks.ts';
import { useToday } from '../../lib/clock.ts';
import { IconButton } from '../../ui/button.tsx';

/** The overdue tasks (spec section 2), the longest overdue first. */
export function overdueTasks<Task extends TaskFields>(
  tasks: readonly Task[],
  today: string,
): Task[] {
  return (
    tasks
      .filter((task) => isOverdue(task, today))
      // Dates compare as plain strings; thousands may be sorted with every click on a checkbox.
      .toSorted((a, b) => {
        const [first, second] = [a.due_date ?? '', b.due_date ?? ''];
        if (first === second) return a.id - b.id;
        return first < second ? -1 : 1;
      })
  );
}

/** The open tasks as they load, and the overdue ones among them. */
export function useOverdueTasks() {
  const today = useToday();
  const open = useOpenTasks();
  const tasks = open.status === 'ready' ? open.rows : null;
  const overdue = useMemo(() => (tasks ? overdueTasks(tasks, today) : []), [tasks, today]);
  return { open, overdue };
}

/** The bell, with a red dot when any task is overdue. */
export function NotificationsButton(props: ComponentProps<'button'>) {
  const id = useId();
  const hasOverdue = useOverdueTasks().overdue.length > 0;
  return (
    <>
      <IconButton
        label="Notifications"
        variant="header"
        aria-haspopup="dialog"
        aria-describedby={hasOverdue ? id : undefined}
        {...props}
        className="relative"
      >
        <Bell aria-hidden />
        {hasOverdue ? (
          <span
            data-testid="overdue-dot"
            className="absolute top-1.5 right-1.5 size-2.5 rounded-full border-2 border-white bg-danger"
          />
        ) : null}
      </IconButton>
      {hasOverdue ? (
        <span id={id} hidden>
          There are overdue tasks
        </span>
      ) : null}
    </>
  );
}
