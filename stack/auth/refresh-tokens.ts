import { createHmac, randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;

/** GoTrue accepts exactly this form: 12 of a-z and 0-9 (62 bits). */
export const REFRESH_TOKEN = /^[a-z0-9]{12}$/;

/** The first refresh token of a session: random. */
export function newRefreshToken(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function digest(secret: string, purpose: string, token: string): Buffer {
  return createHmac('sha256', secret).update(`refresh token ${purpose} ${token}`).digest();
}

/**
 * What is stored of a refresh token instead of it (64 hex digits): a reader of the database or of a
 * backup cannot continue a session. GoTrue stores the token itself.
 */
export function storedForm(token: string, secret: string): string {
  return digest(secret, 'stored', token).toString('hex');
}

/**
 * The token that follows this one. It is computed rather than drawn, because a client that lost the
 * answer to its last refresh is to get the same one again, and the database does not know it.
 */
export function childOf(token: string, secret: string): string {
  let rest = digest(secret, 'child', token).readBigUInt64BE();
  const base = BigInt(ALPHABET.length);
  let child = '';
  while (child.length < LENGTH) {
    child += ALPHABET[Number(rest % base)];
    rest /= base;
  }
  return child;
}
