import { useEffect, useState, type RefObject } from 'react';
import { inIdleTurn } from './idle-turn.ts';

/**
 * True once the page was idle, `prepare` is done and the element has no focus: something else may
 * then stand in its place without anybody losing theirs. Stays false when `prepare` fails.
 */
export function useIdle(
  element: RefObject<HTMLElement | null>,
  prepare: () => Promise<void>,
): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const rest = async () => {
      try {
        await inIdleTurn(prepare);
      } catch (error) {
        console.warn('What this button opens could not be fetched ahead.', error);
        return;
      }
      if (signal.aborted) return;
      const { current } = element;
      if (current !== document.activeElement) setIsIdle(true);
      else current?.addEventListener('blur', () => setIsIdle(true), { once: true, signal });
    };
    void rest();
    return () => stop.abort();
  }, [element, prepare]);
  return isIdle;
}
