import { useEffect, useRef } from 'react';
import { useUpdateTimeZone } from '../data/profile/mutations.ts';
import { useOwnProfile, useProfileUpdates } from '../data/profile/queries.ts';
import type { ProfileRow } from '../db/rows.ts';
import { checkSession } from '../lib/session.ts';
import { channelLeft, refusedChanges } from '../sync/sync.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { reportRefused } from './refused-changes.ts';
import { SyncSign } from './sync-sign.tsx';

const ChangePasswordDialog = lazyWithRetry(
  async () => (await import('../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

/**
 * The database reckons the next date of repeating tasks in the zone that the person lives in. True
 * while it is being told.
 */
function useTimeZone(profile: ProfileRow | undefined): boolean {
  const { mutate, isPending, isError } = useUpdateTimeZone(profile?.id ?? '');
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUnknown = profile !== undefined && profile.time_zone !== here;
  // Told once: where that fails the profile is as before, and telling it again would never end.
  const told = useRef('');
  useEffect(() => {
    if (!isUnknown || told.current === here) return;
    told.current = here;
    mutate({ time_zone: here });
  }, [isUnknown, here, mutate]);
  return isPending || (isUnknown && !isError);
}

/**
 * A password change ends the user's other sessions and touches the profile, and with an account its
 * profile goes; every device hears of it, and each then asks whether it may stay, as it does when it
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
  // Telling it touches the profile: the session is looked at once, after that.
  const isTellingZone = useTimeZone(answered);
  useProfileUpdates(userId);
  // The server also ends the channels of a session that was ended elsewhere.
  useEffect(() => channelLeft.add(askForSession), []);
  useEffect(() => refusedChanges.add(reportRefused), []);
  return (
    <>
      <SyncSign />
      {(answered && !isTellingZone) || isGone ? (
        <SessionCheck version={answered?.updated_at ?? 'gone'} />
      ) : null}
      {profile?.must_change_password ? (
        <ChangePasswordDialog open isRequired onOpenChange={() => undefined} />
      ) : null}
    </>
  );
}
