import { useCallback, useEffect, useRef, useState } from 'react';
import {
  NavigationType,
  Outlet,
  useBlocker,
  useNavigate,
  type BlockerFunction,
} from 'react-router-dom';
import { useOwnProfile } from '../data/profile/profile.ts';
import { useRecoveredInput } from '../lib/form-recovery.ts';
import { codeMissing, useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { guardOf, type Guard } from '../lib/unsaved-changes.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useAppearance } from './appearance.tsx';
import { ScrollRestorer } from './document.tsx';

// Visitors need neither.
const SignedIn = lazyWithRetry(async () => (await import('./signed-in.tsx')).SignedIn);
const RecoveredInputDialog = lazyWithRetry(
  async () => (await import('./recovered-input-dialog.tsx')).RecoveredInputDialog,
);

/** The router's one blocker (lib/unsaved-changes.ts). */
function NavigationBlocker() {
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

/**
 * A key that changes when another person signs in, so that no dialog, field or search of the one
 * before stays on the screen.
 */
function usePersonKey(userId: string | undefined): number {
  const [person, setPerson] = useState({ userId, key: 0 });
  const navigate = useNavigate();
  useEffect(() => {
    if (person.key > 0) void navigate({ search: '' }, { replace: true });
  }, [navigate, person.key]);
  if (userId !== undefined && userId !== person.userId) {
    setPerson({ userId, key: person.userId === undefined ? person.key : person.key + 1 });
  }
  return person.key;
}

/** The frame around every screen. */
export function Root() {
  const session = useSession();
  const person = usePersonKey(session.status === 'signed-in' ? session.userId : undefined);
  const isCodeMissing = useStore(codeMissing, (isMissing) => isMissing);
  const hasRecoveredInput = useRecoveredInput().length > 0;
  useAppearance(useOwnProfile({ isAppShell: true }).profile);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      {isCodeMissing && session.status === 'signed-in' ? null : <Outlet key={person} />}
      <ScrollRestorer />
      <NavigationBlocker />
      {hasRecoveredInput ? <RecoveredInputDialog /> : null}
      {session.status === 'signed-in' ? <SignedIn userId={session.userId} /> : null}
    </div>
  );
}
