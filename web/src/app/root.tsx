import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useUpdateTimeZone } from '../data/profile/mutations.ts';
import type { ProfileRow } from '../db/rows.ts';
import { startLive, useLiveStatus } from '../lib/live.ts';
import { checkSession, useSession } from '../lib/session.ts';
import { useLook } from './theme.ts';
import { useProfile } from './use-profile.ts';

const ChangePasswordDialog = lazy(async () => {
  const { ChangePasswordDialog: component } =
    await import('../features/auth/change-password-dialog.tsx');
  return { default: component };
});

/** The database reckons the next date of repeating tasks in the zone that the person lives in. */
function TimeZone({ profile }: { profile: ProfileRow }) {
  const { mutate } = useUpdateTimeZone(profile.id);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isKnown = profile.time_zone === here;
  useEffect(() => {
    if (!isKnown) mutate({ time_zone: here });
  }, [isKnown, here, mutate]);
  return null;
}

/**
 * A password change ends the user's other sessions and touches the profile, which every device
 * hears: each then asks whether it may stay, as it does when it is opened.
 */
function SessionCheck({ profile }: { profile: ProfileRow }) {
  const { updated_at: changedAt } = profile;
  useEffect(() => {
    checkSession().catch((error: unknown) => {
      console.warn('The session could not be checked.', changedAt, error);
    });
  }, [changedAt]);
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
  const profile = useProfile();
  useEffect(() => startLive(userId), [userId]);
  return (
    <>
      <LiveSign />
      {profile ? <TimeZone profile={profile} /> : null}
      {profile ? <SessionCheck profile={profile} /> : null}
      {profile?.must_change_password ? (
        <Suspense fallback={null}>
          <ChangePasswordDialog open isRequired onOpenChange={() => undefined} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The frame around every screen. */
export function Root() {
  const session = useSession();
  useLook(useProfile({ isFrame: true }));
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <Outlet />
      <ScrollRestoration />
      {session.status === 'signed-in' ? <SignedIn userId={session.userId} /> : null}
    </div>
  );
}
