import { useState } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { useOwnProfile } from '../../data/profile/profile.ts';
import type { ProfileRow } from '../../db/rows.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

const ChangeEmailDialog = lazyDialog(
  async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog,
);
const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

function Identity({ profile, onChange }: { profile: ProfileRow; onChange: () => void }) {
  const { username, email } = profile;
  return (
    <section aria-labelledby="account-heading">
      <h2 id="account-heading" className="mb-3 text-lg font-semibold">
        Account
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        <div className="items-center gap-x-4 py-3 sm:grid sm:min-h-15 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-soft">Username</dt>
          <dd dir="auto" className="text-start font-medium wrap-anywhere">
            {username}
          </dd>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3 sm:min-h-15 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
          <dt className="text-soft">Email</dt>
          <dd
            className={clsx(
              'max-sm:row-start-2 wrap-anywhere',
              email ? 'font-medium' : 'text-faint',
            )}
          >
            {email ?? 'None'}
          </dd>
          <dd className="max-sm:row-span-2">
            <Button aria-label="Change email" onClick={onChange}>
              Change
            </Button>
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-xs text-soft">Only used if you forget your password.</p>
    </section>
  );
}

/** Username, email address, and deleting the account. */
export function AccountTab() {
  const { profile, error, retry, isRetrying } = useOwnProfile();
  const [opened, setOpened] = useState<'email' | 'delete' | null>(null);
  const close = () => setOpened(null);
  if (!profile) {
    if (error) {
      return (
        <ErrorState
          title="Your account could not be loaded"
          isRetrying={isRetrying}
          onRetry={retry}
        />
      );
    }
    return (
      <div className="flex flex-col gap-4">
        <output className="sr-only">Loading account</output>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-30" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-10">
      <Identity profile={profile} onChange={() => setOpened('email')} />
      <section aria-labelledby="delete-account-heading">
        <h2 id="delete-account-heading" className="text-lg font-semibold">
          Delete account
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
          Deletes your account with all tasks, contacts, notes, folders and categories in it.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to="/settings?tab=transfer">Export first</Link>
          </Button>
          <Button onClick={() => setOpened('delete')}>
            <span className="text-danger-ink">Delete account…</span>
          </Button>
        </div>
      </section>
      {opened === 'email' ? <ChangeEmailDialog email={profile.email} onClose={close} /> : null}
      {opened === 'delete' ? <DeleteAccountDialog userId={profile.id} onClose={close} /> : null}
    </div>
  );
}
