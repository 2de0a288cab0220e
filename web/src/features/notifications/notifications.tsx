import { BellRing, CircleAlert } from 'lucide-react';
import { formatFullDay } from '../../lib/format-date.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { useOverdueTasks } from './use-overdue-tasks.ts';

/** Tasks listed by title; the rest is counted (spec section 9). */
const LISTED = 5;

/** Bell and popover of the top bar (spec section 2). */
export function Notifications({ defaultOpen }: { defaultOpen: boolean }) {
  return (
    <Popover defaultOpen={defaultOpen}>
      <PopoverTrigger asChild>
        <NotificationsButton />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Notifications" className="w-80">
        <h2 className="border-b border-line px-4 py-3 text-base font-semibold">Notifications</h2>
        <OverdueList />
      </PopoverContent>
    </Popover>
  );
}

function OverdueList() {
  const tasks = useOverdueTasks();
  if (tasks.length === 0) {
    return (
      <EmptyState
        className="py-8"
        icon={<BellRing />}
        title="No overdue tasks"
        hint="You are all caught up."
      />
    );
  }
  const more = tasks.length - LISTED;
  return (
    <div className="px-4 py-3">
      <h3 className="text-sm font-medium text-danger-ink">Overdue Tasks ({tasks.length})</h3>
      <ul className="mt-2 flex flex-col gap-1">
        {tasks.slice(0, LISTED).map((task) => (
          <li
            key={task.id}
            className="flex items-start gap-2.5 rounded-half bg-danger-soft px-2.5 py-2"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
            <div className="min-w-0">
              <p className="truncate text-sm font-medium">{task.title}</p>
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
