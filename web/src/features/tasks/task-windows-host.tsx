import { lazy, Suspense, useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { openTaskWindow, useTaskWindow } from './task-windows.ts';

const loadTaskDialog = () => import('./task-dialog.tsx');
const loadDeleteDialog = () => import('./delete-task-dialog.tsx');
const loadCalendar = () => import('./calendar.tsx');

const TaskDialog = lazy(async () => ({ default: (await loadTaskDialog()).TaskDialog }));
const DeleteTaskDialog = lazy(async () => ({
  default: (await loadDeleteDialog()).DeleteTaskDialog,
}));

const close = () => openTaskWindow(null);

/** So that they open at once, and also when the network has gone since. */
function loadWindows() {
  Promise.all([loadTaskDialog(), loadDeleteDialog(), loadCalendar()]).catch((error: unknown) => {
    console.warn('The dialogs could not be loaded ahead.', error);
  });
}

/** The windows of the dashboard; their code is loaded when the page is idle. */
export function TaskWindows() {
  const current = useTaskWindow();
  useEffect(() => whenIdle(loadWindows), []);
  if (!current) return null;
  return (
    <Suspense fallback={null}>
      {current.kind === 'delete' ? (
        <DeleteTaskDialog task={current.task} row={current.row} onClose={close} />
      ) : (
        <TaskDialog
          key={current.kind === 'edit' ? current.task.id : 'new'}
          window={current}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
