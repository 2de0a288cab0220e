import { useMemo } from 'react';
import { useOpenTasks } from '../../data/tasks/queries.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useToday } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { dueTasks } from './due-tasks.ts';
import { TaskList } from './task-list.tsx';

/** /drag-test (spec section 2): two lists over the same tasks, to try dragging out. */
export function DragTestPage() {
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <p className="mb-6 text-soft">
        Two lists of the same tasks: what is dragged in one moves in the other.
      </p>
      <Lists />
    </main>
  );
}

const NONE: TaskRow[] = [];

/** Who is signed out has no tasks, and can look at the page all the same. */
function Lists() {
  const session = useSession();
  const tasks = useOpenTasks();
  const today = useToday();
  const open = tasks.status === 'ready' ? tasks.tasks : NONE;
  const due = useMemo(() => dueTasks(open, today), [open, today]);
  if (session.status === 'error')
    return <ErrorState title="Almanac cannot be reached" onRetry={session.retry} />;
  if (tasks.status === 'error') {
    return (
      <ErrorState
        title="Your tasks could not be loaded"
        isRetrying={tasks.isRetrying}
        onRetry={tasks.retry}
      />
    );
  }
  if (tasks.status === 'loading' && session.status !== 'signed-out') {
    return <output className="block py-12 text-center text-soft">Loading tasks...</output>;
  }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TaskList heading="List 1" tasks={due} />
        <TaskList heading="List 2" tasks={due} />
      </div>
      <p className="mt-6 rounded-base bg-sunken px-4 py-3 text-sm wrap-anywhere">
        <span className="font-medium">Current Order:</span>{' '}
        {due.map(({ title }) => title).join(', ')}
      </p>
    </>
  );
}
