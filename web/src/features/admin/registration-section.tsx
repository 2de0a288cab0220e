import { useRef, useState, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import type { Invitation, RegistrationMode } from '#domain/admin.ts';
import { useRevokeInvitation, useSetRegistration } from '../../data/admin/mutations.ts';
import { registrationSettingsQuery } from '../../data/admin/queries.ts';
import { formatMoment } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';

const MODES: { value: RegistrationMode; label: string; text: string }[] = [
  { value: 'open', label: 'Open', text: 'Everybody who opens this site can register.' },
  { value: 'invite', label: 'By invitation', text: 'Only people with an invitation can register.' },
  { value: 'closed', label: 'Closed', text: 'Nobody can register, not by an invitation either.' },
];

/** Who may register; stored as soon as it is chosen. */
function ModeChoice({ mode }: { mode: RegistrationMode }) {
  const { mutate } = useSetRegistration();
  return (
    <fieldset>
      <legend className="sr-only">Who can register</legend>
      <div className="grid overflow-clip rounded-base border border-line max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
        {MODES.map(({ value, label, text }) => (
          <div
            key={value}
            className="relative flex cursor-pointer items-start gap-2.5 px-4 py-3 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              id={`registration-${value}`}
              name="registration"
              aria-describedby={`registration-${value}-hint`}
              checked={mode === value}
              onChange={() => mutate(value)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent-ink) outline-none after:absolute after:inset-0"
            />
            <div className="min-w-0">
              <label htmlFor={`registration-${value}`} className="block font-medium">
                {label}
              </label>
              <p id={`registration-${value}-hint`} className="text-xs text-soft">
                {text}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function nameOf({ email }: Invitation): string {
  return email ?? 'Whoever has the link';
}

/** A link without an address is identified by its expiry. */
function revokeLabel({ email, expiresAt }: Invitation): string {
  return email
    ? `Revoke the invitation of ${email}`
    : `Revoke the link that is valid until ${formatMoment(expiresAt)}`;
}

type RevokeProps = {
  invitation: Invitation;
  onClose: () => void;
  /** Gets the focus once the row is gone. */
  place: RefObject<HTMLElement | null>;
};

function RevokeDialog({ invitation, onClose, place }: RevokeProps) {
  const revoke = useRevokeInvitation({ onSuccess: onClose });
  const { email } = invitation;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Revoke Invitation"
      text={`The link${email ? ` for ${email}` : ''} will no longer work. This cannot be undone.`}
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
      isPending={revoke.isPending}
      focusOtherwise={place}
      onConfirm={() => revoke.mutate(invitation.id)}
    />
  );
}

/** The unused invitations, each with a button that revokes it. */
function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {invitations.length > 0 ? (
        <>
          <h3 id="open-invitations" className="mt-5 mb-1 text-sm font-semibold">
            Open invitations
          </h3>
          <ul aria-labelledby="open-invitations" className="divide-y divide-line">
            {invitations.map((invitation) => (
              <li key={invitation.id} className="flex min-h-12 items-center gap-3 py-1.5">
                <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
                  <p className="wrap-anywhere">{nameOf(invitation)}</p>
                  <p className="text-xs text-soft sm:shrink-0">
                    {invitation.createdBy ? `By ${invitation.createdBy}, valid` : 'Valid'} until{' '}
                    <time dateTime={invitation.expiresAt}>
                      {formatMoment(invitation.expiresAt)}
                    </time>
                  </p>
                </div>
                <Button
                  size="sm"
                  className="max-md:h-10"
                  aria-label={revokeLabel(invitation)}
                  onClick={() => setRevoking(invitation)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {revoking ? (
        <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} place={place} />
      ) : null}
    </div>
  );
}

/** Who may register, the open invitations, and buttons to invite somebody or create an account. */
export function RegistrationSection() {
  const { data, error, isFetching, refetch } = useQuery(registrationSettingsQuery);
  const [opened, setOpened] = useState<'invite' | 'new-user' | null>(null);
  const close = () => setOpened(null);
  return (
    <section aria-labelledby="registration">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="registration" className="mr-auto text-lg font-semibold max-sm:w-full">
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
          <ModeChoice mode={data.mode} />
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
