import { DragTestPage } from '../../features/drag-test/drag-test-page.tsx';
import { PageBar } from '../bar/page-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function DragTestRoute() {
  useScreenTitle('Drag-and-Drop Test');
  return (
    <>
      <PageBar title="Drag-and-Drop Test" />
      <DragTestPage />
    </>
  );
}
