import { DragTestPage } from '../../features/drag-test/drag-test-page.tsx';
import { PageHeader } from '../header/header.tsx';

export function DragTestRoute() {
  return (
    <>
      <PageHeader title="Drag-and-Drop Test" />
      <DragTestPage />
    </>
  );
}
