import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

test('design §1: without variables the stack is for this machine alone', () => {
  expect(readEnvironment({ SITE_URL: '', RATE_LIMIT_FACTOR: '', TRUST_PROXY: '' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: undefined,
    trustedProxies: [],
    rateLimitFactor: 1,
    logFormat: 'text',
    accessLog: false,
    metrics: undefined,
  });
});

test.each([
  ['https://almanac.example.org', 'https://almanac.example.org'],
  ['https://almanac.example.org/', 'https://almanac.example.org'],
  ['HTTPS://Almanac.Example.org:443', 'https://almanac.example.org'],
  ['http://[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
])('design §4 own names: SITE_URL %s is %s', (text, origin) => {
  expect(readEnvironment({ SITE_URL: text }).siteUrl).toBe(origin);
});

test.each([
  'almanac.example.org',
  'almanac.example.org:443',
  'ftp://almanac.example.org',
  'https://almanac.example.org/app',
  'https://almanac.example.org/?a=1',
  'https://almanac.example.org#x',
  'https://anna:secret@almanac.example.org',
  'https://',
  'javascript:alert(1)',
])('design §4 own names: SITE_URL %s is refused with a sentence', (text) => {
  expect(() => readEnvironment({ SITE_URL: text })).toThrow(
    `SITE_URL must be the address people open, such as https://almanac.example.org, without a path, not "${text}"`,
  );
});

test.each(['abc', '0', '-1', 'Infinity', 'NaN', '1e9', '0x10', ' ', '0.0', '9'.repeat(400)])(
  'design §4 limits: RATE_LIMIT_FACTOR %s is refused with a sentence',
  (text) => {
    expect(() => readEnvironment({ RATE_LIMIT_FACTOR: text })).toThrow(
      'RATE_LIMIT_FACTOR must be a number above 0',
    );
  },
);

test('design §4 limits: whatever RATE_LIMIT_FACTOR is, it is a factor or a refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      let factor: number;
      try {
        factor = readEnvironment({ RATE_LIMIT_FACTOR: text }).rateLimitFactor;
      } catch {
        // Refused is what most of these are.
        return;
      }
      expect(Number.isFinite(factor) && factor > 0).toBe(true);
    }),
  );
});

test.each([
  ['0', []],
  ['1', ['127.0.0.0/8', '::1/128']],
  ['10.0.0.7', ['10.0.0.7/32']],
  ['172.16.0.0/12, 2001:DB8::/32', ['172.16.0.0/12', '2001:db8::/32']],
  ['::1', ['::1/128']],
])('design §4 limits: TRUST_PROXY %s trusts %j', (text, networks) => {
  expect(readEnvironment({ TRUST_PROXY: text }).trustedProxies).toEqual(networks);
});

test.each([
  '2',
  'yes',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/8/8',
  '10.0.0',
  'caddy',
  '10.0.0.1,',
  '10.0.0.1 10.0.0.2',
])('design §4 limits: TRUST_PROXY %s is refused with a sentence', (text) => {
  expect(() => readEnvironment({ TRUST_PROXY: text })).toThrow(
    /^TRUST_PROXY must be 0, 1 \(a proxy/,
  );
});

test('design §1: /metrics has a port of its own, on this machine unless it is said otherwise', () => {
  expect(readEnvironment({ METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
  });
  expect(readEnvironment({ METRICS_PORT: '1', METRICS_HOST: '::' }).metrics?.host).toBe('::');
  expect(() => readEnvironment({ METRICS_PORT: 'many' })).toThrow('METRICS_PORT must be a number');
});

test.each([
  [{}, false],
  [{ HOST: '127.0.0.2' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: 'localhost', SITE_URL: 'http://localhost:3000' }, false],
  [{ SITE_URL: 'http://[::1]:3000', TRUST_PROXY: '0' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: '192.0.2.1' }, true],
  [{ TRUST_PROXY: '1' }, true],
  [{ TRUST_PROXY: '10.0.0.0/8' }, true],
  [{ SITE_URL: 'https://almanac.example' }, true],
  [{ SITE_URL: 'http://127.0.0.1.almanac.example' }, true],
])('design §4: %j is exposed: %s, and then registration is by invitation', (env, isExposed) => {
  const registration = isExposed ? 'invite' : 'open';
  expect(readEnvironment(env)).toMatchObject({ isExposed, registration });
  expect(readEnvironment({ ...env, REGISTRATION: 'closed' })).toMatchObject({
    isExposed,
    registration: 'closed',
  });
});

test('design §4: REGISTRATION says what it must be', () => {
  expect(() => readEnvironment({ REGISTRATION: 'yes' })).toThrow(
    'REGISTRATION must be open, invite or closed, not "yes"',
  );
});
