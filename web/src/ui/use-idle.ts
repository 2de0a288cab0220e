import { useEffect, useState, type RefObject } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * True once the page is idle and the element has no focus: something else may then stand in its
 * place without anybody losing theirs.
 */
export function useIdle(element: RefObject<HTMLElement | null>): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const rest = async () => {
      await whenIdle();
      if (signal.aborted) return;
      const { current } = element;
      if (current !== document.activeElement) setIsIdle(true);
      else current?.addEventListener('blur', () => setIsIdle(true), { once: true, signal });
    };
    void rest();
    return () => stop.abort();
  }, [element]);
  return isIdle;
}
