import { useEffect } from 'react';
import { useCategories } from '../../data/categories/queries.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useAllTasks, useTasks } from '../../data/tasks/queries.ts';
import { useToday } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { NEW, useOpenDialog } from '../../lib/url-state.ts';
import { whenIdle } from '../../lib/idle.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Dashboard } from './dashboard.tsx';

const TaskDialog = lazyWithRetry(async () => (await import('./task-dialog.tsx')).TaskDialog, {
  onError: ({ onClose }) => onClose(),
});

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div className="rounded-base border border-line bg-surface p-4 shadow-card">
      <Skeleton className="h-5 w-32" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="mt-4 flex items-center gap-3">
          <Skeleton className="size-4.5 shrink-0" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** Where the panels will be, while tasks or categories load. */
function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="contents">
      <output className="sr-only">Loading tasks...</output>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={4} />
        <PanelSkeleton rows={3} />
        <PanelSkeleton rows={2} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={2} />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}

function DashboardContent() {
  const today = useToday();
  const tasks = useTasks(today);
  const categories = useCategories();
  const { selected } = useSelectedCategory();
  if (tasks.status === 'error') {
    return (
      <ErrorState
        className="lg:col-span-2"
        title="Your tasks could not be loaded"
        message={loadFailureText(tasks.error)}
        onRetry={tasks.retry}
        isRetrying={tasks.isRetrying}
      />
    );
  }
  // Without its categories the dashboard still is of use; only the filter has nothing to offer.
  if (tasks.status === 'loading' || categories.state.status === 'loading')
    return <DashboardSkeleton />;
  return <Dashboard tasks={tasks.rows} selectedCategory={selected} today={today} />;
}

/** So that the dialogs open at once, and also when the network has gone since. */
function preloadDialogs(): void {
  Promise.all([TaskDialog.preload(), import('./calendar.tsx')]).catch((error: unknown) => {
    console.warn('The dialogs could not be loaded ahead.', error);
  });
}

/** The dialog of the task that the URL names: `?task=UID`. That of a new one is quick add's. */
function EditDialog() {
  const tasks = useAllTasks();
  const { uid, close } = useOpenDialog('task', {
    has: (wanted) => tasks.status === 'ready' && tasks.rows.some((task) => task.uid === wanted),
    isComplete: tasks.status === 'ready' && !tasks.isPartial,
  });
  useEffect(() => whenIdle(preloadDialogs), []);
  return uid === null || uid === NEW ? null : <TaskDialog key={uid} uid={uid} onClose={close} />;
}

/** The main screen (docs/spec.md, section 2, `/`). */
export function TasksPage() {
  return (
    <main className="mx-auto grid w-full max-w-[1600px] flex-1 content-start gap-4 p-3 sm:p-4 lg:grid-cols-2">
      <h1 className="sr-only">Tasks</h1>
      <DashboardContent />
      <EditDialog />
    </main>
  );
}
