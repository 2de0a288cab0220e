import { announce } from '../announced-acts.ts';
import type { Register } from '../domain/account.ts';
import { forbidden, ServiceError } from '../errors.ts';
import { consumeRateLimit } from '../rate-limits.ts';
import { createAccount, refuseTaken } from './create-account.ts';
import { findInvitation } from './invitations.ts';
import { checkSetupCode, registrationState, type RegistrationState } from './registration.ts';

/** What lets somebody in, to be held against the database when the account is made. */
type Admission = { isFirst?: boolean; invitation?: string };

/**
 * Creates an account (spec section 7) for whoever may register: with the setup code, with an
 * invitation, or freely, as the installation stands. Names are compared only after that, so that a
 * stranger cannot try them out. Throws 403 and 404 for who may not, 409 for a taken username or
 * e-mail, 429.
 */
export async function register(input: Register, address: string): Promise<void> {
  await consumeRateLimit({ limit: 'registerPerAddress', subject: address });
  const { username, password, email, invitation } = input;
  const state = await registrationState();
  if (state.isEmpty && state.isExposed) await checkSetupCode(input.setupCode, address);
  const admission = await admit(state, invitation);
  await refuseTaken(username, email);
  const announced = await announce({ action: 'register', ...admission });
  try {
    await createAccount({ username, password, email, announced });
  } catch (failure) {
    // What let somebody in may have been used by somebody else a moment ago: that is then the reason.
    if (failure instanceof ServiceError && failure.status === 503) {
      await admit(await registrationState(), invitation);
    }
    throw failure;
  }
}

async function admit(state: RegistrationState, token: string | undefined): Promise<Admission> {
  if (state.isEmpty) return state.isExposed ? { isFirst: true } : {};
  // An installation that is exposed has its first account by the setup code only, also if all
  // others go while this one is being made.
  const admission: Admission = state.isExposed ? { isFirst: false } : {};
  if (state.mode === 'closed') {
    throw forbidden(
      'Registration is closed. Ask an administrator for an account.',
      'registration_closed',
    );
  }
  if (token) return { ...admission, invitation: (await findInvitation(token)).id };
  if (state.mode === 'open') return admission;
  throw forbidden(
    'Registration is by invitation. Ask an administrator for one.',
    'invitation_required',
  );
}
