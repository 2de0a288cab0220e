import { QuickAdd } from '../../features/tasks/quick-add.tsx';
import { TasksPage } from '../../features/tasks/tasks-page.tsx';
import { NEW, useShowDialog } from '../../lib/url-state.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { Header, ScreenTabs } from '../header/header.tsx';

export function TasksRoute() {
  const showTask = useShowDialog('task');
  return (
    <>
      <Header filters="tasks">
        <QuickAdd />
      </Header>
      <TasksPage />
      <AddButton label="New task" place="Tasks" onAdd={() => showTask(NEW)} />
      <ScreenTabs />
    </>
  );
}
