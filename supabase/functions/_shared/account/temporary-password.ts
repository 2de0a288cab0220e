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

/**
 * What is stored of a temporary password, or null for a text that cannot be one. Without groups and
 * case, as people type it from a mail on another screen. 80 random bits need no slow hash.
 */
export function hashTemporaryPassword(text: string): string | null {
  const letters = text.trim().toUpperCase().replace(/[\s-]/g, '');
  const looksRight =
    letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return looksRight ? bytesToHex(sha256(utf8ToBytes(letters))) : null;
}
