import { SharePage } from '../../features/tasks/share-page.tsx';
import { PageHeader } from '../header/header.tsx';

/** /share: the share target of the manifest. */
export function ShareRoute() {
  return (
    <>
      <PageHeader title="Save what was shared" />
      <SharePage />
    </>
  );
}
