import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 32 characters that are not mistaken for one another: five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** 80 random bits, in groups of four that can be read out: `K7QM-2XVT-9HPR-4WDN`. */
export function createTemporaryPassword(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** Without groups and case, as people type it from a mail on another screen. */
export function lettersOf(text: string): string {
  return text.trim().toUpperCase().replace(/[\s-]/g, '');
}

/**
 * What is stored of a temporary password, or null for a text that cannot be one. 80 random bits need
 * no slow hash.
 */
export function hashTemporaryPassword(text: string): string | null {
  const letters = lettersOf(text);
  const looksRight =
    letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return looksRight ? bytesToHex(sha256(utf8ToBytes(letters))) : null;
}

/**
 * The password an account has from the sign-in with a temporary password until its user has chosen
 * one. Who knows the temporary one cannot sign in with it again, nor with this without the key; these
 * functions can, when the identity service asks for the current password.
 */
export function placeholderPassword(temporary: string, key: string): string {
  const letters = `stand-in ${lettersOf(temporary)}`;
  // Upper case and a sign, in case the installation asks for them.
  return `A-${bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(letters)))}`;
}
