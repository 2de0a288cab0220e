import { createHmac } from 'node:crypto';
import { SignJWT, createLocalJWKSet, exportJWK, jwtVerify } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { generateSigningKey, readSigningKey } from './signing-key.ts';
import { identify, signToken, verifyToken } from './tokens.ts';

const keys = {
  jwtSecret: 'a-test-secret-with-at-least-32-characters',
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
};
const secret = keys.jwtSecret;
const signingKey = readSigningKey(generateSigningKey());
const both = { ...keys, signingKey };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const userToken = (extra = {}) =>
  signToken({ sub: 'u1', role: 'authenticated', exp: inAnHour(), ...extra }, secret);
const headers = (apikey?: string, bearer?: string) => {
  const result = new Headers();
  if (apikey) result.set('apikey', apikey);
  if (bearer) result.set('authorization', `Bearer ${bearer}`);
  return result;
};
const sign = (header: unknown, payload: unknown) => {
  const input = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

afterEach(() => vi.useRealTimers());

test('design §1: tokens are HS256 JWTs that other libraries read, and the other way round', async () => {
  const key = new TextEncoder().encode(secret);
  const { payload } = await jwtVerify(userToken(), key, { algorithms: ['HS256'] });
  expect(payload.sub).toBe('u1');
  const theirs = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(key);
  expect(verifyToken(theirs, keys)).toMatchObject({
    ok: true,
    claims: { role: 'authenticated' },
  });
});

test('design §1: tokens are signed ES256 with a key that others find by its name', async () => {
  const claims = { sub: 'u1', role: 'authenticated', exp: inAnHour() };
  const token = signToken(claims, signingKey);
  const keySet = createLocalJWKSet({ keys: [{ ...signingKey.jwk, key_ops: ['verify'] }] });
  const { payload, protectedHeader } = await jwtVerify(token, keySet, { algorithms: ['ES256'] });
  expect(payload).toEqual(claims);
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: signingKey.kid, typ: 'JWT' });
  expect(verifyToken(token, both)).toEqual({ ok: true, claims });
  // A second time it is remembered.
  expect(verifyToken(token, both)).toEqual({ ok: true, claims });
  expect(verifyToken(userToken(), both)).toMatchObject({ ok: true, claims: { sub: 'u1' } });
});

test('design §1: an ES256 token of another key, altered, or by another name is refused', async () => {
  const claims = { sub: 'u1', role: 'service_role', exp: inAnHour() };
  const other = readSigningKey(generateSigningKey());
  const token = signToken(claims, signingKey);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'u2' })).toString('base64url');
  const hs256 = Buffer.from(JSON.stringify({ alg: 'HS256', kid: signingKey.kid }));
  const publicPem = signingKey.publicKey.export({ type: 'spki', format: 'pem' });
  const publicJwk = JSON.stringify(await exportJWK(signingKey.publicKey));
  for (const forged of [
    signToken(claims, other),
    // Our name, another's signature.
    signToken(claims, { ...other, kid: signingKey.kid }),
    // Our signature, another name.
    signToken(claims, { ...signingKey, kid: other.kid }),
    `${header}.${changed}.${signature}`,
    `${header}.${payload}.${'A'.repeat(86)}`,
    `${header}.${payload}.${signature}A`,
    `${hs256.toString('base64url')}.${payload}.${signature}`,
    signToken(claims, String(publicPem)),
    signToken(claims, publicJwk),
  ]) {
    expect(verifyToken(forged, both)).toEqual({ ok: false, reason: 'signature' });
  }
  // Verified by one stack, it is no token of another, nor of one without such a key.
  expect(verifyToken(token, both).ok).toBe(true);
  expect(verifyToken(token, { ...keys, signingKey: other }).ok).toBe(false);
  expect(verifyToken(token, keys).ok).toBe(false);
});

test('design §1: a wrongly signed, altered or unsigned token is refused', () => {
  const token = userToken();
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ sub: 'u2', exp: inAnHour() })).toString('base64url');
  const claims = { sub: 'u1', role: 'service_role', exp: inAnHour() };
  for (const forged of [
    signToken(claims, 'another secret'),
    `${header}.${payload}.${signature}`,
    `${token}A`,
    sign({ alg: 'none' }, claims),
    sign({ alg: 'HS512' }, claims),
  ]) {
    expect(verifyToken(forged, keys)).toEqual({ ok: false, reason: 'signature' });
  }
});

test('design §1: what is no JWT is malformed', () => {
  const noSignature = userToken().split('.').slice(0, 2).join('.');
  for (const text of [
    '',
    'garbage',
    'a.b.c',
    '..',
    noSignature,
    `${noSignature}.`,
    'x'.repeat(20_000),
  ]) {
    expect(verifyToken(text, keys)).toEqual({ ok: false, reason: 'malformed' });
  }
  expect(verifyToken(`${userToken()}.x`, keys)).toEqual({ ok: false, reason: 'malformed' });
  expect(verifyToken(sign({ alg: 'HS256' }, []), keys)).toEqual({
    ok: false,
    reason: 'malformed',
  });
});

test('design §1: claims of a wrong type, no expiry or a future start are refused', () => {
  for (const payload of [
    { sub: 'u1' },
    { exp: 'tomorrow' },
    { exp: inAnHour(), sub: 7 },
    { exp: inAnHour(), role: ['service_role'] },
    { exp: inAnHour(), nbf: inAnHour() },
  ]) {
    expect(verifyToken(sign({ alg: 'HS256' }, payload), keys)).toEqual({
      ok: false,
      reason: 'claims',
    });
  }
});

test('design §1: expiry is checked again for a token that was verified before', () => {
  vi.useFakeTimers();
  const token = signToken({ exp: Date.now() / 1000 + 60 }, secret);
  expect(verifyToken(token, keys).ok).toBe(true);
  vi.advanceTimersByTime(90_000);
  expect(verifyToken(token, keys)).toEqual({
    ok: false,
    reason: 'expired',
    expiredSecondsAgo: 30,
  });
});

test('design §1: a token verified before is still refused under another secret', () => {
  const token = userToken();
  expect(verifyToken(token, keys).ok).toBe(true);
  expect(verifyToken(token, { jwtSecret: 'rotated' })).toEqual({ ok: false, reason: 'signature' });
  expect(verifyToken(token, keys).ok).toBe(true);
});

test('design §1: API keys admit, and decide the role when no user token comes with them', () => {
  const { publishableKey, secretKey } = keys;
  expect(identify(headers(), keys)).toMatchObject({ ok: false, status: 401, reason: 'no_key' });
  expect(identify(headers('sb_secret_other'), keys)).toMatchObject({ reason: 'unknown_key' });
  expect(identify(headers(undefined, userToken()), keys)).toMatchObject({ reason: 'no_key' });
  expect(identify(headers(publishableKey), keys)).toMatchObject({ ok: true, role: 'anon' });
  expect(identify(headers(secretKey), keys)).toMatchObject({ ok: true, role: 'service_role' });
  expect(identify(headers(publishableKey, publishableKey), keys)).toMatchObject({ role: 'anon' });
  expect(identify(headers(publishableKey, secretKey), keys)).toMatchObject({
    role: 'service_role',
  });
});

test('design §1: a user token decides the role whatever key it comes with', () => {
  const token = userToken();
  for (const key of [keys.publishableKey, keys.secretKey]) {
    expect(identify(headers(key, token), keys)).toMatchObject({
      ok: true,
      role: 'authenticated',
      claims: { sub: 'u1' },
      token,
    });
  }
});

test('design §1: a bad token is refused even beside the secret key', () => {
  const { publishableKey, secretKey } = keys;
  const expired = userToken({ exp: 1 });
  expect(identify(headers(publishableKey, 'garbage'), keys)).toMatchObject({
    status: 401,
    reason: 'malformed',
    body: { code: 'PGRST301' },
  });
  expect(identify(headers(secretKey, signToken({ exp: inAnHour() }, 'x')), keys)).toMatchObject({
    status: 401,
    reason: 'signature',
  });
  expect(identify(headers(publishableKey, expired), keys)).toMatchObject({
    status: 401,
    body: { code: 'PGRST303', message: 'JWT expired' },
  });
});

test('design §1: only the three API roles pass', () => {
  for (const role of ['postgres', 'supabase_auth_admin', '', undefined]) {
    expect(identify(headers(keys.publishableKey, userToken({ role })), keys)).toMatchObject({
      ok: false,
      status: 403,
      reason: 'role',
    });
  }
});
