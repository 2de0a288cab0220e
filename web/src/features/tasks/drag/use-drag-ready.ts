import { useSyncExternalStore } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

let isReady = false;
let isWaiting = false;
const listeners = new Set<() => void>();

async function load() {
  try {
    await import('./panel-drag.tsx');
    isReady = true;
    for (const listener of listeners) listener();
  } catch (error) {
    // The dashboard works without; the next list that is drawn tries again.
    isWaiting = false;
    console.warn('Drag and drop could not be loaded.', error);
  }
}

function loadWhenIdle() {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(() => void load());
}

/** True once the code for dragging is there; asks for it when the page has nothing else to do. */
export function useDragReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      loadWhenIdle();
      return () => listeners.delete(listener);
    },
    () => isReady,
  );
}
