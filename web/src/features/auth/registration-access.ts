import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Invitation, Registration } from '../../data/account/account.ts';

/** The registration form, and what an invitation fills in. */
export type RegistrationForm = {
  kind: 'form';
  needsSetupCode: boolean;
  invitation: string | undefined;
  /** Where the invitation was sent. */
  email: string;
  /** Everybody may register, but this invitation is not valid. */
  isInvitationInvalid: boolean;
};

/** What /register shows, with or without an invitation. */
type RegistrationAccess =
  | RegistrationForm
  | { kind: 'invalid-invitation' | 'by-invitation' | 'closed' };

/** The first account needs the setup code, whatever the registration mode. */
export function registrationAccess(
  { mode, setup }: Registration,
  token: string | undefined,
  checked: Invitation | undefined,
): RegistrationAccess {
  const form = {
    kind: 'form',
    needsSetupCode: setup,
    invitation: undefined,
    email: '',
    isInvitationInvalid: false,
  } as const;
  if (setup) return form;
  if (mode === 'closed') return { kind: 'closed' };
  if (!token || !checked) return mode === 'open' ? form : { kind: 'by-invitation' };
  if (checked.isValid) return { ...form, invitation: token, email: checked.email ?? '' };
  return mode === 'open' ? { ...form, isInvitationInvalid: true } : { kind: 'invalid-invitation' };
}

/**
 * The token of an invitation link, `/register#invitation=TOKEN`: in the fragment, so that no server
 * logs it; later in the state of the history entry.
 */
export function invitationIn(location: { hash: string; state: unknown }): string | undefined {
  const linked = new URLSearchParams(location.hash.slice(1)).get('invitation')?.trim();
  if (linked) return linked;
  const { invitation }: { invitation?: unknown } = Object(location.state);
  return typeof invitation === 'string' && invitation !== '' ? invitation : undefined;
}

/**
 * The invitation of the link that was opened. Moved from the address, where others might read or copy
 * it, into the state of the history entry, which survives a reload.
 */
export function useInvitation(): string | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const { hash, pathname, search } = location;
  const invitation = invitationIn(location);
  useEffect(() => {
    if (hash === '' || !invitation) return;
    void navigate({ pathname, search }, { replace: true, state: { invitation } });
  }, [hash, pathname, search, invitation, navigate]);
  return invitation;
}
