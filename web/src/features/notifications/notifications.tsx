import { useState } from 'react';
import { BellRing, CircleAlert } from 'lucide-react';
import { formatFullDay } from '../../lib/clock.ts';
import { useShowDialog } from '../../lib/url-state.ts';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { NotificationsButton, useOverdueTasks } from './notifications-button.tsx';

/** This many overdue tasks are listed, the rest is counted (spec section 9). */
const LISTED_TASKS = 5;

/** Bell and popover of the header (spec section 2). */
export function Notifications({ defaultOpen }: { defaultOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <NotificationsButton />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Notifications" className="w-80">
        <h2 className="border-b border-line px-4 py-3 text-base font-semibold">Notifications</h2>
        <OverdueList onOpened={() => setIsOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

type OverdueListProps = {
  /** A task's dialog has been opened. */
  onOpened: () => void;
};

function OverdueList({ onOpened }: OverdueListProps) {
  const showTask = useShowDialog('task', '/');
  const { open, overdue } = useOverdueTasks();
  if (open.status === 'error') {
    return (
      <ErrorState
        className="py-8"
        title="Your tasks could not be loaded"
        isRetrying={open.isRetrying}
        onRetry={open.retry}
      />
    );
  }
  if (open.status === 'loading') {
    return (
      <div className="flex flex-col gap-2 p-4">
        <output className="sr-only">Loading notifications</output>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (overdue.length === 0) {
    return (
      <EmptyState
        className="py-8"
        icon={<BellRing />}
        title="No overdue tasks"
        hint="You are all caught up."
      />
    );
  }
  const more = overdue.length - LISTED_TASKS;
  return (
    <div className="px-4 py-3">
      <h3 className="text-sm font-medium text-danger-ink">Overdue Tasks ({overdue.length})</h3>
      <ul className="mt-1 divide-y divide-line">
        {overdue.slice(0, LISTED_TASKS).map((task) => (
          <li key={task.uid} className="flex items-start gap-2.5 py-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
            <div className="min-w-0 flex-1">
              <button
                type="button"
                dir="auto"
                className="block w-full truncate rounded-half text-start text-base font-medium hover:underline"
                onClick={() => {
                  onOpened();
                  showTask(task.uid);
                }}
              >
                {task.title}
              </button>
              <p className="text-xs text-soft">Due {formatFullDay(task.due_date ?? '')}</p>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-center text-xs text-soft">+{more} more overdue tasks</p>
      ) : null}
    </div>
  );
}
