import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 4648, section 6.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
/** Steps before and after now whose codes are right too: clocks differ, and people type slowly. */
const SKEW = 1;

/** 160 random bits as base32, which is what authenticators take. */
export function newSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret.toUpperCase()]
    .map((letter) => Math.max(0, ALPHABET.indexOf(letter)).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of one step (RFC 4226, section 5.3: SHA-1, six digits). */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) % 16;
  const number = digest.readUInt32BE(offset) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The code that an authenticator shows at this time (RFC 6238), in seconds since 1970. */
export function totpCode(secret: string, seconds: number): string {
  return codeAt(secret, Math.floor(seconds / STEP_SECONDS));
}

/** The step whose code this is, of those around `seconds`; undefined for a wrong code. */
export function stepOf(code: string, secret: string, seconds: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(seconds / STEP_SECONDS);
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, index) => now - SKEW + index);
  return steps.find((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );
}
