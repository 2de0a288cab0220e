import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';

type Options = { isDirty: boolean; isPending: boolean; onLeave: () => void };

/**
 * The ways out of a dialog other than its own buttons: Escape, a click beside it, the browser's
 * Back, which closes the dialog and not the page, and the end of the tab. What is not saved yet
 * makes them ask first.
 */
export function useLeaving({ isDirty, isPending, onLeave }: Options) {
  const [hasAsked, setHasAsked] = useState(false);
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop);
  const isBack = blocker.state === 'blocked';
  const mayLeave = !isDirty && !isPending;
  const goBack = useEffectEvent(() => {
    blocker.reset?.();
    if (mayLeave) onLeave();
  });
  useEffect(() => {
    if (isBack && (mayLeave || isPending)) goBack();
  }, [isBack, mayLeave, isPending]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    isAsking: hasAsked || (isBack && isDirty && !isPending),
    leave: () => {
      if (mayLeave) onLeave();
      else if (!isPending) setHasAsked(true);
    },
    stay: () => {
      setHasAsked(false);
      blocker.reset?.();
    },
  };
}
