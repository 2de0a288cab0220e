import { QuickAdd } from '../../features/tasks/quick-add.tsx';
import { TasksPage } from '../../features/tasks/tasks-page.tsx';
import { AppBar } from '../bar/app-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function TasksRoute() {
  useScreenTitle('Tasks');
  return (
    <>
      <AppBar>
        <QuickAdd />
      </AppBar>
      <TasksPage />
    </>
  );
}
