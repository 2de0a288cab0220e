import { createHmac } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims that a token carries, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

/** A well-formed HS256 token, signed by somebody who does not know the secret. */
export function forge(claims: Record<string, unknown>): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  const signature = createHmac('sha256', 'a secret that the server does not know').update(body);
  return `${body}.${signature.digest('base64url')}`;
}

/** The token with other claims under its old signature. */
export function tamper(token: string, claims: Record<string, unknown>): string {
  const [head = '', , signature = ''] = token.split('.');
  return `${head}.${encode({ ...claimsOf(token), ...claims })}.${signature}`;
}

/** The token saying that nobody needs to have signed it. */
export function unsign(token: string): string {
  return `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1] ?? ''}.`;
}
