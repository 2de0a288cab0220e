import { identify, verifyToken } from '../tokens/tokens.ts';
import type { Claims, KeyRing, TokenError } from '../tokens/tokens.ts';

/** Somebody who is signed in, and their token. */
export type User = { id: string; claims: Claims; token: string };

/** Why somebody may not be here: the code for answers to a join, the text for all else. */
export type JoinError = { code: string; text: string };

const TOKEN_ERRORS: Record<TokenError, JoinError> = {
  malformed: { code: 'MalformedJWT', text: 'The token provided is not a valid JWT' },
  signature: { code: 'JwtSignatureError', text: 'Failed to validate JWT signature' },
  claims: { code: 'InvalidJWTToken', text: 'Fields `role` and `exp` are required in JWT' },
  expired: { code: 'InvalidJWTToken', text: 'Token has expired 0 seconds ago' },
};

/** The real server's message to everybody whom no policy admits, with or without a token. */
export function notPermitted(topic: string): JoinError {
  const text = `You do not have permissions to read from this Channel topic: ${topic}`;
  return { code: 'Unauthorized', text };
}

/**
 * Who asks for a topic. Only people do: a token of any other role, the service's included, is
 * refused. The texts are those of the real server.
 */
export function userOfToken(
  token: string,
  topic: string,
  keys: KeyRing,
): { user: User } | { joinError: JoinError } {
  const result = verifyToken(token, keys);
  if (!result.ok) {
    const { code, text } = TOKEN_ERRORS[result.reason];
    if (result.reason !== 'expired') return { joinError: { code, text } };
    return { joinError: { code, text: expiredText(result.expiredSecondsAgo ?? 0) } };
  }
  const { role, sub } = result.claims;
  if (role === undefined) return { joinError: TOKEN_ERRORS.claims };
  if (role !== 'authenticated' || !sub) return { joinError: notPermitted(topic) };
  return { user: { id: sub, claims: result.claims, token } };
}

export function expiredText(seconds: number): string {
  return `Token has expired ${seconds} seconds ago`;
}

/** Whether what came as `apikey` is one of the stack's two keys. */
export function isApiKey(key: string, keys: KeyRing): boolean {
  // Header values cannot hold everything a query string can.
  return /^[\w.-]{1,255}$/.test(key) && identify(new Headers({ apikey: key }), keys).ok;
}
