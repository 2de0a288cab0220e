import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';

/** No mail can ever be delivered here: `.invalid` is reserved (RFC 2606). */
const ADDRESS_DOMAIN = 'users.almanac.invalid';

const USERNAME_MAX_LENGTH = 64;

/** Longer names are hashed, so a readable local part can never equal a hash (64 characters). */
const READABLE = /^(?=.{1,40}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** Control, format, private and unassigned characters, lone surrogates, line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The form in which two usernames are compared: compatibility-normalised, trimmed, inner white space
 * as one space, and without regard to case (`Straße` = `STRASSE`). Lowering before raising is what
 * unifies letters such as `ẞ` whose capital has no capital of its own.
 */
export function canonicalUsername(username: string): string {
  let current = username;
  // Normalising can create letters that fold once more (and the other way round); three rounds
  // reach the fixed point for all of Unicode, the bound only guards against a future surprise.
  for (let round = 0; round < 8; round += 1) {
    const next = current
      .normalize('NFKC')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/\s+/gu, ' ')
      .trim();
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * The address under which the identity service knows an account (design section 4). Equal for two
 * usernames exactly when their canonical forms are equal; always a valid address. Plain ASCII names
 * stay readable in the identity service's own tools, all others become a SHA-256.
 */
export function usernameToEmail(username: string): string {
  const canonical = canonicalUsername(username);
  const local = READABLE.test(canonical) ? canonical : bytesToHex(sha256(utf8ToBytes(canonical)));
  return `${local}@${ADDRESS_DOMAIN}`;
}

/** A username as somebody may choose it (spec section 5; design section 4): 1 to 64 printable characters. */
export const usernameSchema = z.string('Username is required').check(
  z.trim(),
  z.minLength(1, 'Username is required'),
  z.refine((name) => [...name].length <= USERNAME_MAX_LENGTH, {
    error: `Username must be at most ${USERNAME_MAX_LENGTH} characters`,
  }),
  z.refine((name) => !UNPRINTABLE.test(name), {
    error: 'Username may only contain printable characters',
  }),
);
