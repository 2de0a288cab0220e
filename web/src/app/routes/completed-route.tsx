import { CompletedPage } from '../../features/tasks/completed-page.tsx';
import { PageHeader, ScreenTabs } from '../header/header.tsx';

/** /completed: tasks that were completed earlier. */
export function CompletedRoute() {
  return (
    <>
      <PageHeader title="Completed" />
      <CompletedPage />
      <ScreenTabs />
    </>
  );
}
