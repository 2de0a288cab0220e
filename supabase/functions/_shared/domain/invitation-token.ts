import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const TOKEN_BYTES = 20;

/** A new token, for one link: 160 random bits as base64url. Only its hash is stored. */
export function createInvitationToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What is stored of a token. So many random bits need no slow hash. */
export function hashInvitationToken(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token.trim())));
}

/** The link that people open. The token is in the fragment: no server on the way and no log sees it. */
export function invitationUrl(token: string, siteUrl: string): string {
  return new URL(`/register#invitation=${token}`, siteUrl).href;
}
