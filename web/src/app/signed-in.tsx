import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { missingStepQuery } from '../data/account/missing-step.ts';
import { useUpdateTimeZone, useOwnProfile, useProfileUpdates } from '../data/profile/profile.ts';
import type { ProfileRow } from '../db/rows.ts';
import { checkSession, codeMissing } from '../lib/session.ts';
import { channelLeft, refusedChanges, useChannelStatus, useSyncStatus } from '../sync/sync.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { Keyboard } from './keyboard.tsx';
import { reportRefused } from './refused-changes.ts';

const ChangePasswordDialog = lazyWithRetry(
  async () => (await import('../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

const SecondStepDialog = lazyWithRetry(
  async () => (await import('../features/auth/second-step-dialog.tsx')).SecondStepDialog,
);

const RefusedDialog = lazyWithRetry(
  async () => (await import('./refused-dialog.tsx')).RefusedDialog,
  {
    onError: ({ onClose }) => onClose(),
  },
);

/** Milliseconds that a change may be on its way, while the server is there, before the sign says so. */
const UNSEEN = 3000;

const noticeStyles =
  'flex items-center gap-2 rounded-base px-3 py-1.5 text-base shadow-raised [&_svg]:size-4 [&_svg]:shrink-0';

function count(number: number): string {
  return number === 1 ? '1 change' : `${number} changes`;
}

/** Whether something has been waiting for a while. */
function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), UNSEEN);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

/** What the sign says about what is on its way; undefined while the device is in step. */
function useSyncText(waiting: number): string | undefined {
  const isOffline = useChannelStatus() === 'interrupted';
  const isSlow = useIsSlow(waiting > 0);
  if (isOffline) return waiting === 0 ? 'Reconnecting…' : `Offline, ${count(waiting)} waiting`;
  return isSlow ? `${count(waiting)} waiting` : undefined;
}

/**
 * Says how this device stands: offline is no error, what waits is not lost, and what could not be
 * sent can be looked at.
 */
function SyncSign() {
  const { waiting, refused } = useSyncStatus();
  const text = useSyncText(waiting);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div
      // Toasts come above it where the screen is narrow (ui/toaster.tsx).
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
 * The database reckons the next date of repeating tasks in the zone that the person lives in. True
 * while it is being sent.
 */
function useTimeZone(profile: ProfileRow | undefined): boolean {
  const { mutate, isPending, isError } = useUpdateTimeZone(profile?.id ?? '');
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUnknown = profile !== undefined && profile.time_zone !== here;
  // Sent once: where that fails the profile is as before, and sending it again would never end.
  const sent = useRef('');
  useEffect(() => {
    if (!isUnknown || sent.current === here) return;
    sent.current = here;
    mutate({ time_zone: here });
  }, [isUnknown, here, mutate]);
  return isPending || (isUnknown && !isError);
}

/**
 * A password change ends the user's other sessions and touches the profile, and with an account its
 * profile goes; every device learns of it, and each then asks whether it may stay, as it does when it
 * is opened.
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

/** What runs beside every screen while somebody is signed in. */
export function SignedIn({ userId }: { userId: string }) {
  const { profile, isStored, isGone } = useOwnProfile();
  const answered = isStored ? undefined : profile;
  // Sending it touches the profile: the session is looked at once, after that.
  const isSendingZone = useTimeZone(answered);
  useProfileUpdates(userId);
  // The server also ends the channels of a session that was ended elsewhere.
  useEffect(() => channelLeft.add(askForSession), []);
  useEffect(() => refusedChanges.add(reportRefused), []);
  const { data: isStepMissing, isError: isNotKnown } = useQuery(missingStepQuery);
  useEffect(() => {
    // Without a network what is on this device is shown.
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
      {profile?.must_change_password ? (
        <ChangePasswordDialog open isRequired onOpenChange={() => undefined} />
      ) : null}
    </>
  );
}
