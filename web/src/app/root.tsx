import { useEffect, useRef, useState } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { useUpdateTimeZone } from '../data/profile/mutations.ts';
import { useOwnProfile, useProfileUpdates } from '../data/profile/queries.ts';
import type { ProfileRow } from '../db/rows.ts';
import { latePart } from '../lib/late-part.ts';
import { checkSession, useSession } from '../lib/session.ts';
import { useLeftText } from '../lib/typed-text.ts';
import type { Refused } from '../sync/changes.ts';
import { channelLeft, refusedChanges } from '../sync/sync.ts';
import { late } from '../ui/late.tsx';
import { LeaveGate } from './leave-gate.tsx';
import { ScrollPlace } from './scroll-place.tsx';
import { useLook } from './theme.ts';
import { useProfile } from './use-profile.ts';

const ChangePasswordDialog = late(
  async () => (await import('../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);
/** What it says can wait until the screen is drawn. */
const SyncSign = late(async () => (await import('./sync-sign.tsx')).SyncSign);
const LeftTextDialog = late(async () => (await import('./left-text-dialog.tsx')).LeftTextDialog);

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

/** Kept anyway (sync/): should the code not come, the sign tells of it. */
async function tellRefused(refused: Refused): Promise<void> {
  const { reportRefused } = await latePart(() => import('./refused-changes.ts'));
  reportRefused(refused);
}

/** What runs beside every screen while somebody is signed in. */
function SignedIn({ userId }: { userId: string }) {
  const { profile, isStored, isGone } = useOwnProfile();
  const answered = isStored ? undefined : profile;
  // Telling it touches the profile: the session is looked at once, after that.
  const isTellingZone = useTimeZone(answered);
  useProfileUpdates(userId);
  // The server also ends the channels of a session that was ended elsewhere.
  useEffect(() => channelLeft.add(askForSession), []);
  useEffect(() => refusedChanges.add((refused) => void tellRefused(refused)), []);
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

/**
 * Changes when somebody else is signed in from now on: no window, no field and no search of the one
 * before stays.
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
  const hasLeftText = useLeftText().length > 0;
  useLook(useProfile({ isAppShell: true }));
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <Outlet key={person} />
      <ScrollPlace />
      <LeaveGate />
      {hasLeftText ? <LeftTextDialog /> : null}
      {session.status === 'signed-in' ? <SignedIn userId={session.userId} /> : null}
    </div>
  );
}
