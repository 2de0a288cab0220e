import { lazy, Suspense } from 'react';
import { openTaskWindow, useTaskWindow } from './task-windows.ts';

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }));
const DeleteTaskDialog = lazy(async () => ({
  default: (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
}));

const close = () => openTaskWindow(null);

/** The windows of the dashboard; their code is loaded when the first one opens. */
export function TaskWindows() {
  const current = useTaskWindow();
  if (!current) return null;
  return (
    <Suspense fallback={null}>
      {current.kind === 'delete' ? (
        <DeleteTaskDialog task={current.task} onClose={close} />
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
