import { useEffect } from 'react';
import { useAllTasks } from '../../data/tasks/tasks.ts';
import { whenIdle } from '../../lib/later.ts';
import { NEW, useOpenDialog } from '../../lib/url-state.ts';
import { Dashboard } from './dashboard.tsx';
import { TaskDialog } from './quick-add.tsx';

/** Preloads the dialogs, so that they open at once, and offline. */
function preloadDialogs(): void {
  Promise.all([TaskDialog.preload(), import('./calendar.tsx')]).catch((error: unknown) => {
    console.warn('The dialogs could not be preloaded.', error);
  });
}

/** The dialog of the task in the URL: `?task=UID`. The one of a new task is in quick-add.tsx. */
function EditDialog() {
  const tasks = useAllTasks();
  const { uid, close } = useOpenDialog('task', {
    has: (wanted) => tasks.status === 'ready' && tasks.rows.some((task) => task.uid === wanted),
    isComplete: tasks.status === 'ready' && !tasks.isPartial,
  });
  useEffect(() => whenIdle(preloadDialogs), []);
  return uid === null || uid === NEW ? null : <TaskDialog key={uid} uid={uid} onClose={close} />;
}

/** The main screen (spec section 2, `/`). */
export function TasksPage() {
  return (
    <main className="mx-auto grid w-full max-w-[1232px] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-8 px-4 pt-4 pb-24 sm:pt-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <h1 className="sr-only">Tasks</h1>
      <Dashboard />
      <EditDialog />
    </main>
  );
}
