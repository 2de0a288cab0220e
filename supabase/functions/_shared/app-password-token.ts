import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 32 characters of which none looks like another one here: five bits each. */
const ALPHABET = 'abcdefghjklmnpqrstuvwxyz23456789';
const LENGTH = 32;

/** 160 random bits, in groups that can be typed: `k7qm-2xvt-9hpr-4wdn-…`. Only its hash is stored. */
export function createAppPasswordToken(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/**
 * What is stored of an app password, or null for a text that cannot be one. Groups and case do not
 * count. So many random bits need no slow hash.
 */
export function hashAppPasswordToken(text: string): string | null {
  const letters = text.slice(0, 200).toLowerCase().replace(/[\s-]/g, '');
  const looksRight =
    letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return looksRight ? bytesToHex(sha256(utf8ToBytes(letters))) : null;
}
