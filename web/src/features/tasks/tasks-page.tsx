import { useCategories } from '../../data/categories/queries.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useTasks } from '../../data/tasks/queries.ts';
import { useToday } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dashboard } from './dashboard.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { TaskWindows } from './task-windows-host.tsx';

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
  return <Dashboard tasks={tasks.tasks} selectedCategory={selected} today={today} />;
}

/** The main screen (spec section 2, `/`). */
export function TasksPage() {
  return (
    <main className="mx-auto grid w-full max-w-[1600px] flex-1 content-start gap-4 p-3 sm:p-4 lg:grid-cols-2">
      <h1 className="sr-only">Tasks</h1>
      <DashboardContent />
      <TaskWindows />
    </main>
  );
}
