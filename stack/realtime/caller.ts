import { identify, verifyToken } from '../tokens/tokens.ts';
import type { Claims, KeyRing, TokenFault } from '../tokens/tokens.ts';

/** Whoever opened a socket, joined a channel or called an endpoint. No `token`: an API key alone. */
export type Caller = { role: string; claims: Claims; token?: string };

export type CallerResult = { ok: true; caller: Caller } | { ok: false; code: string; text: string };

const FAULTS: Record<TokenFault, { code: string; text: string }> = {
  malformed: { code: 'MalformedJWT', text: 'The token provided is not a valid JWT' },
  signature: { code: 'JwtSignatureError', text: 'Failed to validate JWT signature' },
  claims: { code: 'InvalidJWTToken', text: 'Fields `role` and `exp` are required in JWT' },
  expired: { code: 'InvalidJWTToken', text: 'Token has expired 0 seconds ago' },
};

const ROLES: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

/** Whether `token` is an API key in the new format, which never names a user. */
export function isKeyFormat(token: string): boolean {
  return token.startsWith('sb_');
}

/** Reads a user's JWT; the texts of refusals are those of the real server. */
export function callerOfToken(token: string, keys: KeyRing): CallerResult {
  const result = verifyToken(token, keys.jwtSecret);
  if (!result.ok) {
    const fault = FAULTS[result.reason];
    if (result.reason !== 'expired') return { ok: false, ...fault };
    const text = `Token has expired ${result.expiredSecondsAgo ?? 0} seconds ago`;
    return { ok: false, code: fault.code, text };
  }
  const { role } = result.claims;
  // Any other role could be a database role with more rights; the probe becomes this role.
  if (role === undefined || !ROLES.has(role)) return { ok: false, ...FAULTS.claims };
  return { ok: true, caller: { role, claims: result.claims, token } };
}

/** Reads what came as `apikey`: one of the stack's two keys, or a JWT as older clients send it. */
export function callerOfKey(key: string, keys: KeyRing): CallerResult {
  // Header values cannot hold everything a query string can.
  if (!/^[\w.-]+$/.test(key)) return { ok: false, ...FAULTS.malformed };
  const identity = identify(new Headers({ apikey: key }), keys);
  if (identity.ok) return { ok: true, caller: { role: identity.role, claims: identity.claims } };
  return callerOfToken(key, keys);
}
