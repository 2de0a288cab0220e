import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SigningKey } from './signing-key.ts';

/** JWT payload (RFC 7519). Times are seconds since 1970. Frozen: verified claims are shared by callers. */
export type Claims = {
  readonly sub?: string;
  readonly role?: string;
  readonly aud?: string | readonly string[];
  readonly iss?: string;
  readonly exp?: number;
  readonly iat?: number;
  readonly nbf?: number;
  readonly session_id?: string;
  readonly [claim: string]: unknown;
};

/** Why a token is refused; `claims` means signed by us but with an unusable `exp`, `nbf`, `sub` or `role`. */
export type TokenError = 'malformed' | 'signature' | 'expired' | 'claims';

export type Verification =
  | { ok: true; claims: Claims }
  | { ok: false; reason: TokenError; expiredSecondsAgo?: number };

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });
// Longer than any token we issue by far; keeps hostile headers from being hashed and cached.
const MAX_TOKEN_LENGTH = 16_384;

/** The keys that tokens are verified with: the secret for HS256, the key for ES256, if there is one. */
export type TokenKeys = { jwtSecret: string; signingKey?: SigningKey };

// Keyed by token; what verified it is stored beside it so that a token of one stack never passes in
// another.
const verified = new LRUCache<string, { by: string | SigningKey; claims: Claims }>({ max: 1000 });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function mac(signingInput: string, secret: string): string {
  return createHmac('sha256', secret).update(signingInput).digest('base64url');
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    // Not JSON: the caller answers 'malformed'.
    return undefined;
  }
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type;
}

function toClaims(payload: Record<string, unknown>): Claims | undefined {
  const { sub, role, iss, session_id, exp, iat, nbf } = payload;
  const texts = [sub, role, iss, session_id].every((value) => isOptional(value, 'string'));
  const times = [exp, iat, nbf].every((value) => isOptional(value, 'number'));
  return texts && times ? Object.freeze(payload) : undefined;
}

/**
 * Signs `claims` as a compact JWT (RFC 7515): HS256 with a secret, ES256 with a key. The caller sets
 * `exp` and `iat`.
 */
export function signToken(claims: Claims, key: string | SigningKey): string {
  if (typeof key === 'string') {
    const input = `${HEADER}.${encode(claims)}`;
    return `${input}.${mac(input, key)}`;
  }
  const input = `${encode({ alg: 'ES256', kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
  const how = { key: key.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${input}.${sign('sha256', Buffer.from(input), how).toString('base64url')}`;
}

function isSignedBy(key: SigningKey, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  // One spelling only: a decoder overlooks what is no letter of its own.
  if (bytes.toString('base64url') !== signature) return false;
  const how = { key: key.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(input), how, bytes);
}

/**
 * Which of our keys a token has to be verified with, chosen by its algorithm: never "none", a public
 * key as the secret of an HMAC, or a key of another name.
 */
function signerOf(
  header: Record<string, unknown>,
  input: string,
  signature: string,
  { jwtSecret, signingKey }: TokenKeys,
): string | SigningKey | undefined {
  if (header['alg'] === 'HS256') {
    return sameText(signature, mac(input, jwtSecret)) ? jwtSecret : undefined;
  }
  if (header['alg'] !== 'ES256' || !signingKey || header['kid'] !== signingKey.kid)
    return undefined;
  return isSignedBy(signingKey, input, signature) ? signingKey : undefined;
}

type Checked = { ok: true; claims: Claims; by: string | SigningKey };

function checkSignature(
  token: string,
  keys: TokenKeys,
): Checked | Extract<Verification, { ok: false }> {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) {
    return { ok: false, reason: 'malformed' };
  }
  const parsedHeader = decode(header);
  const parsedPayload = decode(payload);
  if (!parsedHeader || !parsedPayload) return { ok: false, reason: 'malformed' };
  // Extensions that a verifier has to understand (RFC 7515, section 4.1.11): we know none.
  if (parsedHeader['crit'] !== undefined) return { ok: false, reason: 'malformed' };
  const by = signerOf(parsedHeader, `${header}.${payload}`, signature, keys);
  if (by === undefined) return { ok: false, reason: 'signature' };
  const claims = toClaims(parsedPayload);
  return claims ? { ok: true, claims, by } : { ok: false, reason: 'claims' };
}

/**
 * Verifies a compact JWT, at once and without a library (docs/decisions/0018-tokens-verified-at-once.md),
 * by whichever of our keys its algorithm names. Signatures already seen are not computed again; `exp`
 * (required) and `nbf` are checked at every call, without leeway.
 */
export function verifyToken(token: string, keys: TokenKeys): Verification {
  if (token.length > MAX_TOKEN_LENGTH) return { ok: false, reason: 'malformed' };
  const seen = verified.get(token);
  const isOurs = seen && (seen.by === keys.jwtSecret || seen.by === keys.signingKey);
  const result = isOurs ? { ok: true as const, ...seen } : checkSignature(token, keys);
  if (!result.ok) return result;
  const { claims, by } = result;
  const { exp, nbf } = claims;
  const now = Date.now() / 1000;
  if (exp === undefined || (nbf !== undefined && nbf > now)) return { ok: false, reason: 'claims' };
  if (exp <= now) {
    return { ok: false, reason: 'expired', expiredSecondsAgo: Math.floor(now - exp) };
  }
  if (!seen) verified.set(token, { by, claims });
  return { ok: true, claims };
}

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The default answer to a refused caller: the gateway's message for keys, PostgREST's for tokens. */
export type AccessDenied = {
  ok: false;
  status: 401 | 403;
  reason: 'no_key' | 'unknown_key' | 'role' | TokenError;
  body: { message: string; code?: string; details?: string | null; hint?: string | null };
};

/**
 * Who calls. `token` is the user's JWT, absent if the caller identified by an API key alone;
 * `claims` then holds only the key's role.
 */
export type Identity = { ok: true; role: ApiRole; claims: Claims; token?: string } | AccessDenied;

/** The part of StackContext that says which keys and tokens are ours. */
export type KeyRing = TokenKeys & { publishableKey: string; secretKey: string };

const TOKEN_MESSAGES: Record<TokenError, { code: string; message: string }> = {
  malformed: { code: 'PGRST301', message: 'Expected 3 parts in JWT' },
  signature: { code: 'PGRST301', message: 'JWT cryptographic operation failed' },
  expired: { code: 'PGRST303', message: 'JWT expired' },
  claims: { code: 'PGRST303', message: 'JWT claims are not usable' },
};

function roleOfKey(key: string, keys: KeyRing): ApiRole | undefined {
  if (sameText(key, keys.publishableKey)) return 'anon';
  if (sameText(key, keys.secretKey)) return 'service_role';
  return undefined;
}

function isApiRole(role: string | undefined): role is ApiRole {
  return role === 'anon' || role === 'authenticated' || role === 'service_role';
}

function refuseToken(reason: TokenError): AccessDenied {
  const body = { ...TOKEN_MESSAGES[reason], details: null, hint: null };
  return { ok: false, status: 401, reason, body };
}

function bearerOf(headers: Headers): string | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token;
}

/**
 * Resolves the `apikey` and `Authorization: Bearer` headers as the Supabase gateway does: the key
 * admits, the bearer decides the role. A bearer that is itself an API key counts as that key, other
 * bearers must be JWTs of ours whose `role` is one of the three API roles.
 */
export function identify(headers: Headers, keys: KeyRing): Identity {
  const apikey = headers.get('apikey');
  if (!apikey) {
    const hint = 'No `apikey` request header or url param was found.';
    const body = { message: 'No API key found in request', hint };
    return { ok: false, status: 401, reason: 'no_key', body };
  }
  const keyRole = roleOfKey(apikey, keys);
  if (!keyRole) {
    const hint = 'Double check your Supabase publishable or secret API key.';
    const body = { message: 'Invalid API key', hint };
    return { ok: false, status: 401, reason: 'unknown_key', body };
  }
  const bearer = bearerOf(headers);
  if (bearer === undefined) return { ok: true, role: keyRole, claims: { role: keyRole } };
  const bearerRole = roleOfKey(bearer, keys);
  if (bearerRole) return { ok: true, role: bearerRole, claims: { role: bearerRole } };
  const result = verifyToken(bearer, keys);
  if (!result.ok) return refuseToken(result.reason);
  const { role } = result.claims;
  if (!isApiRole(role)) {
    const message = `permission denied to set role "${role ?? ''}"`;
    const body = { code: '42501', message, details: null, hint: null };
    return { ok: false, status: 403, reason: 'role', body };
  }
  return { ok: true, role, claims: result.claims, token: bearer };
}
