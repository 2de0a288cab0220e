import { useId, useMemo } from 'react';
import { CalendarCheck } from 'lucide-react';
import { isDateOnly } from '#domain/dates.ts';
import { ranksToMove } from '#domain/task-order.ts';
import { compareTasks, type TaskFields } from '#domain/task.ts';
import { useReorderTasks, useOpenTasks } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useToday, formatDay } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { Sortable, useSortableItem } from '../../ui/sortable.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/**
 * The drag-test filter (spec section 5): open tasks that are due today or earlier, without invalid
 * dates. Sorted by sortOrder.
 */
export function dueTasks<Task extends TaskFields>(tasks: readonly Task[], today: string): Task[] {
  return tasks
    .filter(
      ({ completed, due_date: due }) =>
        !completed && due !== null && isDateOnly(due) && due <= today,
    )
    .toSorted(compareTasks);
}

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

/** Visitors see the page without tasks. */
function Lists() {
  const session = useSession();
  const tasks = useOpenTasks();
  const today = useToday();
  const open = tasks.status === 'ready' ? tasks.rows : NONE;
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

type TaskListProps = { heading: string; tasks: readonly TaskRow[] };

/** A list that is sorted by mouse, touch and keyboard, as on the dashboard. */
function TaskList({ heading, tasks }: TaskListProps) {
  const id = useId();
  const { mutate: reorder } = useReorderTasks();
  const move = (uid: string, overUid: string) => {
    const ranks = ranksToMove(tasks, uid, overUid);
    if (ranks.length > 0) reorder(ranks);
  };
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-base border border-line bg-surface shadow-card"
    >
      <h2 id={id} className="border-b border-line px-4 py-2.5 text-sm font-semibold">
        {heading}
      </h2>
      {tasks.length === 0 ? (
        <EmptyState icon={<CalendarCheck />} title="No tasks due today" className="py-8" />
      ) : (
        <Sortable
          items={tasks}
          heading={heading}
          onMove={move}
          renderDragged={({ title }) => (
            <div className="flex h-full items-center rounded-base bg-raised pl-12 shadow-raised">
              <span className="truncate">{title}</span>
            </div>
          )}
        >
          {() => (
            <ul aria-labelledby={id} className="divide-y divide-line">
              {tasks.map((task) => (
                <SortableTask key={task.uid} task={task} />
              ))}
            </ul>
          )}
        </Sortable>
      )}
    </section>
  );
}

function SortableTask({ task: { uid, title, due_date: dueDate } }: { task: TaskRow }) {
  const { ref, style, handle } = useSortableItem(uid, `Drag to reorder ${title}`);
  return (
    <li
      ref={ref}
      style={style}
      className="flex min-h-12 items-center gap-2 bg-surface py-1.5 pr-4 pl-2"
    >
      {handle}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {title}
      </span>
      {dueDate ? (
        <time dateTime={dueDate} className="shrink-0 text-xs text-soft">
          {formatDay(dueDate)}
        </time>
      ) : null}
    </li>
  );
}
