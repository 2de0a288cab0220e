import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, type Location } from 'react-router-dom';
import { useUpdateTimeZone } from '../data/profile/mutations.ts';
import { useOwnProfile } from '../data/profile/use-own-profile.ts';
import type { ProfileRow } from '../db/rows.ts';
import { startLive, useLiveStatus } from '../lib/live.ts';
import { checkSession, useSession } from '../lib/session.ts';
import { useLeftText } from '../lib/typed-text.ts';
import { late } from '../ui/late.tsx';
import { LeaveGate } from './leave-gate.tsx';
import { useLook } from './theme.ts';
import { useProfile } from './use-profile.ts';

const ChangePasswordDialog = late(
  async () => (await import('../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);
const LeftTextDialog = late(async () => (await import('./left-text-dialog.tsx')).LeftTextDialog);

/** The database reckons the next date of repeating tasks in the zone that the person lives in. */
function TimeZone({ profile }: { profile: ProfileRow }) {
  const { mutate } = useUpdateTimeZone(profile.id);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isKnown = profile.time_zone === here;
  // Told once: where that fails the profile is as before, and telling it again would never end.
  const told = useRef('');
  useEffect(() => {
    if (isKnown || told.current === here) return;
    told.current = here;
    mutate({ time_zone: here });
  }, [isKnown, here, mutate]);
  return null;
}

/**
 * A password change ends the user's other sessions and touches the profile, and with an account its
 * profile goes; every device hears of it, and each then asks whether it may stay, as it does when it
 * is opened.
 */
function SessionCheck({ version }: { version: string }) {
  useEffect(() => {
    checkSession().catch((error: unknown) => {
      console.warn('The session could not be checked.', version, error);
    });
  }, [version]);
  return null;
}

/** Says so while changes made elsewhere cannot arrive. */
function LiveSign() {
  const status = useLiveStatus();
  if (status !== 'interrupted') return null;
  return (
    <output className="pointer-events-none fixed bottom-3 left-1/2 z-50 -translate-x-1/2 rounded-base bg-warning-soft px-3 py-1.5 text-sm text-warning-ink shadow-raised">
      Reconnecting…
    </output>
  );
}

/** What runs beside every screen while somebody is signed in. */
function SignedIn({ userId }: { userId: string }) {
  const { profile, isGone } = useOwnProfile();
  useEffect(() => startLive(userId), [userId]);
  return (
    <>
      <LiveSign />
      {profile ? <TimeZone profile={profile} /> : null}
      {profile || isGone ? <SessionCheck version={profile?.updated_at ?? 'gone'} /> : null}
      {profile?.must_change_password ? (
        <ChangePasswordDialog open isRequired onOpenChange={() => undefined} />
      ) : null}
    </>
  );
}

/** The first address of every load has the same key: another screen's place is not this one's. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** The frame around every screen. */
export function Root() {
  const session = useSession();
  const hasLeftText = useLeftText().length > 0;
  useLook(useProfile({ isFrame: true }));
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
      <LeaveGate />
      {hasLeftText ? <LeftTextDialog /> : null}
      {session.status === 'signed-in' ? <SignedIn userId={session.userId} /> : null}
    </div>
  );
}
