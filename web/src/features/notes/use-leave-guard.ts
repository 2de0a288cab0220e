import { useEffect, useRef, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { UNASKED } from './use-selected-note.ts';

/**
 * Holds back leaving a note or folder with unsaved changes: within the app by asking, else by the
 * browser. A window also holds back the browser's Back, which is to close it and not the page.
 */
export function useLeaveGuard(isDirty: boolean, { isWindow = false } = {}) {
  const isReleased = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (isReleased.current || nextLocation.state === UNASKED) return false;
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname ||
      currentLocation.search !== nextLocation.search;
    return isElsewhere && (isDirty || (isWindow && historyAction === NavigationType.Pop));
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const isHeldBack = blocker.state === 'blocked';
  return {
    isHeldBack,
    isAsking: isDirty && (isAsked || isHeldBack),
    /** For ways out that are no navigation. */
    ask: () => setAsked(true),
    stay: () => {
      setAsked(false);
      blocker.reset?.();
    },
    /** The text is safe or given up: what was held back goes on, and nothing more is. */
    release: () => {
      isReleased.current = true;
      blocker.proceed?.();
    },
  };
}
