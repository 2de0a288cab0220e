import { useId, type ComponentProps } from 'react';
import { Bell } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useOverdueTasks } from './use-overdue-tasks.ts';

/** The bell, with a red dot when any task is overdue. */
export function NotificationsButton(props: ComponentProps<'button'>) {
  const id = useId();
  const hasOverdue = useOverdueTasks().overdue.length > 0;
  return (
    <>
      <IconButton
        label="Notifications"
        variant="bar"
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
