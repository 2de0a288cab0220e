import { useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { late } from '../../../ui/late.tsx';

export const LatePanelDrag = late(async () => (await import('./panel-drag.tsx')).PanelDrag);

let turn = Promise.resolve();

/** Resolves when the page is idle once more after everybody who asked before: one panel at a time. */
function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise<void>((resolve) => void whenIdle(resolve)));
  return turn;
}

/** True once a list's `LatePanelDrag` can be drawn: fetched when the page has nothing else to do. */
export function useDragReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const load = async () => {
      await nextTurn();
      await LatePanelDrag.fetch();
      setIsReady(true);
    };
    load().catch((error: unknown) => {
      // The dashboard works without; the next list that is drawn tries again.
      console.warn('Drag and drop could not be loaded.', error);
    });
  }, []);
  return isReady;
}
