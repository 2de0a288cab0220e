import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { missingStepQuery } from '../data/account/missing-step.ts';
import { useUpdateTimeZone, useOwnProfile, useProfileUpdates } from '../data/profile/profile.ts';
import type { ProfileRow } from '../db/rows.ts';
import { checkSession, codeMissing } from '../lib/session.ts';
import { channelLeft, refusedChanges, useChannelStatus, useSyncStatus } from '../sync/sync.ts';
import { lazyDialog, lazyWithRetry } from '../ui/lazy.tsx';
import { Keyboard } from './keyboard.tsx';
import { reportRefused } from './refused-changes.ts';

const ChangePasswordDialog = lazyWithRetry(
  async () => (await import('../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

const SecondStepDialog = lazyWithRetry(
  async () => (await import('../features/auth/second-step-dialog.tsx')).SecondStepDialog,
);

const RefusedDialog = lazyDialog(async () => (await import('./refused-dialog.tsx')).RefusedDialog);

/** Milliseconds that a change may wait while the server is reachable before the sign shows it. */
const SLOW_AFTER = 3000;

const noticeStyles =
  'flex items-center gap-2 rounded-base px-3 py-1.5 text-base shadow-raised [&_svg]:size-4 [&_svg]:shrink-0';

function count(number: number): string {
  return number === 1 ? '1 change' : `${number} changes`;
}

/** Whether changes have been waiting for longer than `SLOW_AFTER`. */
function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

/** The sign's text about changes that wait; undefined while the device is in sync. */
function useSyncText(waiting: number): string | undefined {
  const isOffline = useChannelStatus() === 'interrupted';
  const isSlow = useIsSlow(waiting > 0);
  if (isOffline) return waiting === 0 ? 'Reconnecting…' : `Offline, ${count(waiting)} waiting`;
  return isSlow ? `${count(waiting)} waiting` : undefined;
}

/** The state of sync: offline (which is no error), how many changes wait, and which were refused. */
function SyncSign() {
  const { waiting, refused } = useSyncStatus();
  const text = useSyncText(waiting);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div
      // On narrow screens toasts are placed above it (ui/toaster.tsx).
      data-sign={text || refused > 0 ? '' : undefined}
      className="pointer-events-none fixed inset-x-2 bottom-[calc(0.75rem+max(var(--tabs-height),env(safe-area-inset-bottom)))] z-30 flex flex-wrap justify-center gap-2 max-lg:in-[body:has([data-adds])]:right-20"
    >
      <output className="contents">
        {text ? (
          <span className={`${noticeStyles} border border-line bg-raised text-soft`}>
            <CloudOff aria-hidden />
            {text}
          </span>
        ) : null}
      </output>
      {refused > 0 ? (
        <button
          type="button"
          className={`${noticeStyles} pointer-events-auto min-h-10 bg-danger-soft font-medium text-danger-ink hover:underline md:min-h-9`}
          onClick={() => setIsOpen(true)}
        >
          <TriangleAlert aria-hidden />
          {count(refused)} could not be sent
        </button>
      ) : null}
      {isOpen && refused > 0 ? <RefusedDialog onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

/**
 * Keeps the profile's time zone, by which the database computes the next date of repeating tasks.
 * True while it is being sent.
 */
function useTimeZone(profile: ProfileRow | undefined): boolean {
  const { mutate, isPending, isError } = useUpdateTimeZone(profile?.id ?? '');
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUnknown = profile !== undefined && profile.time_zone !== here;
  // Sent once: after a failure the profile is unchanged, and this would try forever.
  const sent = useRef('');
  useEffect(() => {
    if (!isUnknown || sent.current === here) return;
    sent.current = here;
    mutate({ time_zone: here });
  }, [isUnknown, here, mutate]);
  return isPending || (isUnknown && !isError);
}

/**
 * Asks the server whether the session is still valid, at the start and whenever the profile changes:
 * a password change, which ends the other sessions, updates the profile, and deleting an account
 * deletes it.
 */
function SessionCheck({ version }: { version: string }) {
  useEffect(askForSession, [version]);
  return null;
}

function askForSession(): void {
  checkSession().catch((error: unknown) => {
    console.warn('The session could not be checked.', error);
  });
}

/** What is rendered beside every screen while somebody is signed in. */
export function SignedIn({ userId }: { userId: string }) {
  const { profile, isStored, isGone } = useOwnProfile();
  const answered = isStored ? undefined : profile;
  // Sending it updates the profile: the session is checked once, after that.
  const isSendingZone = useTimeZone(answered);
  useProfileUpdates(userId);
  // The server closes the channel of a session that was ended elsewhere.
  useEffect(() => channelLeft.add(askForSession), []);
  useEffect(() => refusedChanges.add(reportRefused), []);
  const { data: isStepMissing, isError: isNotKnown } = useQuery(missingStepQuery);
  useEffect(() => {
    // Without an answer, what is on this device is shown.
    if (isNotKnown) codeMissing.set(false);
    else if (isStepMissing !== undefined) codeMissing.set(isStepMissing);
  }, [isStepMissing, isNotKnown]);
  if (isStepMissing) return <SecondStepDialog />;
  return (
    <>
      <SyncSign />
      <Keyboard key={userId} areOn={profile?.keyboard_shortcuts ?? false} />
      {(answered && !isSendingZone) || isGone ? (
        <SessionCheck version={answered?.updated_at ?? 'gone'} />
      ) : null}
      {profile?.must_change_password ? <ChangePasswordDialog /> : null}
    </>
  );
}
