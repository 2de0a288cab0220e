import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';

/** Holds back leaving a note with unsaved changes: within the app by asking, else by the browser. */
export function useLeaveGuard(isDirty: boolean) {
  const isReleased = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isReleased.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    /** The text is safe or given up: what was held back goes on, and nothing more is. */
    release: () => {
      isReleased.current = true;
      blocker.proceed?.();
    },
  };
}
