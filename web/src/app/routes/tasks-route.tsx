import { QuickAdd } from '../../features/tasks/quick-add.tsx';
import { TasksPage } from '../../features/tasks/tasks-page.tsx';
import { Header, ScreenTabs } from '../header/header.tsx';

export function TasksRoute() {
  return (
    <>
      <Header>
        <QuickAdd />
      </Header>
      <TasksPage />
      <ScreenTabs />
    </>
  );
}
