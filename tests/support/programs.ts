import { randomUUID } from 'node:crypto';
import { usernameToEmail } from '#domain/account.ts';
import { call } from '../functions/support/call.ts';
import { bearer, nobody, serviceRole, type Actor } from './actors.ts';
import { claimsOf } from './tokens.ts';

export type Scope = 'dav' | 'api:read' | 'api';
export const SCOPES: Scope[] = ['dav', 'api:read', 'api'];
/** Stands in an address, and is no program that signs in. */
type Calendar = 'calendar';

/** A new app password of somebody, made as the settings make it. */
export async function appPassword(
  owner: Actor,
  scope: Scope | Calendar,
  name = `${scope} program`,
) {
  const answer = await call('account/app-passwords', {
    token: owner.token,
    body: { name, scope, currentPassword: owner.password },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { id, password } = answer.body as { id: string; password: string };
  return { id, password };
}

/**
 * The session that a program's requests become, and what could be done with its token by whoever got
 * hold of it: the functions never hand it out.
 */
export async function programSession(owner: Actor, scope: Scope | Calendar) {
  const { id, password } = await appPassword(owner, scope);
  const service = serviceRole();
  const email = usernameToEmail(owner.username);
  const link = await service.auth.admin.generateLink({ type: 'magiclink', email });
  if (link.error) throw link.error;
  const token_hash = link.data.properties.hashed_token;
  const { data, error } = await nobody().auth.verifyOtp({ type: 'magiclink', token_hash });
  if (error) throw error;
  const token = data.session?.access_token ?? '';
  const begun = await service.rpc('begin_program_session', {
    app_password: id,
    session: claimsOf(token)['session_id'],
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  if (begun.error) throw begun.error;
  return { id, password, token, client: bearer(token), device: randomUUID() };
}
