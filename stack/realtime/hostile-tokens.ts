import { createHmac } from 'node:crypto';
import type { TestRealtime } from './testing.ts';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedBy(secret: string, header: object, claims: object): string {
  const input = `${base64(header)}.${base64(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Every token an attacker could come up with: their own, and such as would make them the victim. */
export function hostileTokens(
  realtime: TestRealtime,
  { attacker, victim }: { attacker: string; victim: string },
): string[] {
  const claims = { sub: victim, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 };
  const own = realtime.token(attacker);
  const [head = '', , signature = ''] = own.split('.');
  const { publishableKey } = realtime.context;
  return [
    own,
    `${head}.${base64(claims)}.${signature}`,
    `${base64({ alg: 'none' })}.${base64(claims)}.`,
    signedBy('guessed', { alg: 'HS256', typ: 'JWT' }, claims),
    signedBy(publishableKey, { alg: 'HS256', typ: 'JWT' }, { ...claims, role: 'service_role' }),
    signedBy(realtime.context.jwtSecret, { alg: 'HS512', typ: 'JWT' }, claims),
    realtime.token(victim, { exp: 1_000 }),
    realtime.token(victim, { exp: undefined }),
    realtime.token(victim, { role: 'postgres' }),
    realtime.token(victim, { nbf: 9e9 }),
    realtime.token(attacker, { role: 'supabase_realtime_admin' }),
    publishableKey,
    '',
    'a.b.c',
  ];
}
