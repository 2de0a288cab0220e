import { useEffect, useState } from 'react';
import { late } from '../../../ui/late.tsx';
import { inIdleTurn } from '../../../ui/idle-turn.ts';

export const LatePanelDrag = late(async () => (await import('./panel-drag.tsx')).PanelDrag);

/** True once a list's `LatePanelDrag` can be drawn: fetched when the page has nothing else to do. */
export function useDragReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const load = async () => {
      await inIdleTurn(LatePanelDrag.fetch);
      setIsReady(true);
    };
    load().catch((error: unknown) => {
      // The dashboard works without; the next list that is drawn tries again.
      console.warn('Drag and drop could not be loaded.', error);
    });
  }, []);
  return isReady;
}
