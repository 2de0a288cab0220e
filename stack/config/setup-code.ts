import { randomInt } from 'node:crypto';

/** 32 characters that are not mistaken for one another: five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

/** 80 random bits in groups of four that can be typed off a terminal: `K7QM-2XVT-9HPR-4WDN`. */
export function createSetupCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}
