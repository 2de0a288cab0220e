import { useCallback, useEffect, useRef } from 'react';
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router-dom';
import { guardOf, type Guard } from '../lib/leaving.ts';

/** The one place that tells the router to wait before it leaves an address (lib/leaving.ts). */
export function LeaveGate() {
  const holder = useRef<Guard>(undefined);
  const shouldBlock = useCallback<BlockerFunction>((step) => {
    const { currentLocation: from, nextLocation: to, historyAction } = step;
    holder.current = guardOf({ isBack: historyAction === NavigationType.Pop, from, to });
    return holder.current !== undefined;
  }, []);
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    if (blocker.state === 'blocked') holder.current?.onHeld(blocker);
  }, [blocker]);
  return null;
}
