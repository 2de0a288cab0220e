import { useRef, useState, type RefObject } from 'react';
import type { Invitation } from '#domain/admin.ts';
import { useRevokeInvitation } from '../../data/admin/registration.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

function nameOf({ email }: Invitation): string {
  return email ?? 'Whoever has the link';
}

/** Those without an address are told apart by their end. */
function revokeLabel({ email, expiresAt }: Invitation): string {
  return email
    ? `Revoke the invitation of ${email}`
    : `Revoke the link that is valid until ${formatMoment(expiresAt)}`;
}

type RevokeProps = {
  invitation: Invitation;
  onClose: () => void;
  /** Gets the focus when the row is gone. */
  place: RefObject<HTMLElement | null>;
};

function RevokeDialog({ invitation, onClose, place }: RevokeProps) {
  const revoke = useRevokeInvitation({ onSuccess: onClose });
  const { email } = invitation;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
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

/** The invitations that nobody has used yet, each with a way to take it back. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
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
