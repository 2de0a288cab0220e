import { createHmac } from 'node:crypto';
import type { Actor } from './actors.ts';

/** What an authenticator makes of a secret in base32 at a time in seconds since 1970 (RFC 6238). */
function totpCode(secret: string, seconds: number): string {
  let bits = '';
  for (const letter of secret) {
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  }
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Turns two-step sign-in on, as the settings do, in the actor's own session. */
export async function enrol({ client }: Pick<Actor, 'client'>, friendlyName = 'Phone') {
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = totpCode(totp.secret, Date.now() / 1000);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (verified.error) throw verified.error;
  return { factorId: id, secret: totp.secret, token: verified.data.access_token };
}

/** The code that an authenticator shows next, which is right already: `enrol` has used that of now. */
export function codeOf(secret: string): string {
  return totpCode(secret, Date.now() / 1000 + 30);
}
