import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { late } from '../../ui/late.tsx';
import { openTaskWindow, useTaskWindow } from './task-windows.ts';

const loadCalendar = () => import('./calendar.tsx');

const close = () => openTaskWindow(null);

const TaskDialog = late(async () => (await import('./task-dialog.tsx')).TaskDialog, {
  onMissing: close,
});
const DeleteTaskDialog = late(
  async () => (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
  {
    onMissing: close,
  },
);

/** So that they open at once, and also when the network has gone since. */
function loadWindows() {
  Promise.all([TaskDialog.fetch(), DeleteTaskDialog.fetch(), loadCalendar()]).catch(
    (error: unknown) => {
      console.warn('The dialogs could not be loaded ahead.', error);
    },
  );
}

/** The windows of the dashboard; their code is loaded when the page is idle. */
export function TaskWindows() {
  const current = useTaskWindow();
  useEffect(() => whenIdle(loadWindows), []);
  // Whoever leaves the screen comes back to no open window.
  useEffect(() => close, []);
  if (!current) return null;
  if (current.kind === 'delete') {
    return <DeleteTaskDialog task={current.task} row={current.row} onClose={close} />;
  }
  return (
    <TaskDialog
      key={current.kind === 'edit' ? current.task.uid : 'new'}
      window={current}
      onClose={close}
    />
  );
}
