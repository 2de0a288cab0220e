import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import { adminRegistrationQuery } from '../../data/admin/registration.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { RegistrationModeChoice } from './registration-mode.tsx';

/** How new people come in: by themselves, by an invitation, or by an administrator. */
export function RegistrationSection() {
  const { data, error, isFetching, refetch } = useQuery(adminRegistrationQuery);
  const [opened, setOpened] = useState<'invite' | 'new-user' | null>(null);
  const close = () => setOpened(null);
  return (
    <section aria-labelledby="registration">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="registration" className="mr-auto text-base font-semibold max-sm:w-full">
          Registration
        </h2>
        <Button
          className="max-sm:flex-1"
          disabled={data?.mode === 'closed'}
          onClick={() => setOpened('invite')}
        >
          <Mail aria-hidden />
          Invite
        </Button>
        <Button className="max-sm:flex-1" onClick={() => setOpened('new-user')}>
          <UserPlus aria-hidden />
          New user
        </Button>
      </div>
      {data ? (
        <>
          <RegistrationModeChoice mode={data.mode} />
          <OpenInvitations invitations={data.invitations} />
        </>
      ) : null}
      {!data && error ? (
        <ErrorState
          title="Registration could not be loaded"
          message={loadFailureText(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Skeleton className="h-46 sm:h-19" /> : null}
      {opened === 'invite' ? <InviteDialog onClose={close} /> : null}
      {opened === 'new-user' ? <NewUserDialog onClose={close} /> : null}
    </section>
  );
}
