import { useEffect, useState, type RefObject } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

let rest: Promise<void> | undefined;

/** Resolves once the page has loaded with its data and the browser has nothing better to do. */
function atRest(): Promise<void> {
  rest ??= new Promise((resolve) => {
    const wait = () => void whenIdle(resolve);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
  return rest;
}

/**
 * True once the page is idle and the element has no focus: something else may then stand in its
 * place without anybody losing theirs.
 */
export function useIdle(element: RefObject<HTMLElement | null>): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const settle = async () => {
      await atRest();
      if (signal.aborted) return;
      const { current } = element;
      if (current !== document.activeElement) setIsIdle(true);
      else current?.addEventListener('blur', () => setIsIdle(true), { once: true, signal });
    };
    void settle();
    return () => stop.abort();
  }, [element]);
  return isIdle;
}
