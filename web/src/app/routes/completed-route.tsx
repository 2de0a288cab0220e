import { CompletedPage } from '../../features/tasks/completed-page.tsx';
import { PageHeader, ScreenTabs } from '../header/header.tsx';

/** /completed: what was done earlier. */
export function CompletedRoute() {
  return (
    <>
      <PageHeader title="Completed" />
      <CompletedPage />
      <ScreenTabs />
    </>
  );
}
