import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { generateSigningKey, readSigningKey } from './signing-key.ts';
import { signToken, verifyToken } from './tokens.ts';

const secret = 'a-test-secret-with-at-least-32-characters';
const key = new TextEncoder().encode(secret);
const now = Math.floor(Date.now() / 1000);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const strangeHeaders = fc.record(
  {
    alg: fc.constantFrom('HS256', 'HS256', 'HS256', 'HS256', 'none', 'HS512', 'RS256', 'hs256', 1),
    typ: fc.constantFrom('JWT', 'at+jwt', 7),
    crit: fc.constantFrom(['exp'], [], 'exp'),
    kid: fc.string({ maxLength: 4 }),
  },
  { requiredKeys: ['alg'] },
);
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ alg: 'HS256', typ: 'JWT' }) },
  { weight: 2, arbitrary: strangeHeaders },
);
const times = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(now + 3600, now + 86_400) },
  { weight: 2, arbitrary: fc.constantFrom(now - 3600, 0, -1) },
  { weight: 1, arbitrary: fc.constantFrom('tomorrow', true, null, []) },
);
const claims = fc.record(
  {
    exp: times,
    nbf: fc.oneof({ weight: 3, arbitrary: fc.constant(now - 60) }, times),
    iat: fc.constant(now - 60),
    sub: fc.oneof(fc.string({ maxLength: 4 }), fc.constant(7)),
    role: fc.constantFrom('anon', 'authenticated', ['service_role']),
  },
  { requiredKeys: [] },
);
const sound = fc.record({ exp: fc.integer({ min: now + 60 }), sub: fc.uuid() });
const payloads = fc.oneof(
  { weight: 4, arbitrary: sound },
  { weight: 4, arbitrary: claims },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
/** What is done to a token on its way: most often nothing. */
const spoil = fc.oneof(
  { weight: 6, arbitrary: fc.constant((token: string) => token) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(), fc.constantFrom('', 'A', '.', '=', ' ', 'é', '{'))
      .map(([at, text]) => (token: string) => {
        const place = at % (token.length + 1);
        return token.slice(0, place) + text + token.slice(place + 1);
      }),
  },
);

test('design §4 tokens: nothing passes here that another library refuses, and nothing sound is refused', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      headers,
      payloads,
      fc.constantFrom(secret, secret, secret, 'another secret', ''),
      spoil,
      async (header, payload, signer, change) => {
        const input = `${encode(header)}.${encode(payload)}`;
        const signature = createHmac('sha256', signer).update(input).digest('base64url');
        const token = change(`${input}.${signature}`);
        const theirs = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
        }).catch(() => undefined);
        const ours = verifyToken(token, { jwtSecret: secret });
        if (ours.ok) passed += 1;
        if (!theirs) expect(ours.ok, token).toBe(false);
        // Ours asks besides that sub and role are texts, and reads one spelling of a signature only:
        // the last letter of 32 bytes has bits that say nothing.
        const { sub = '', role = '' } = theirs?.payload ?? {};
        const signed = token.split('.')[2] ?? '';
        const isSpelled = Buffer.from(signed, 'base64url').toString('base64url') === signed;
        if (theirs && typeof sub === 'string' && typeof role === 'string' && isSpelled) {
          expect(ours, token).toMatchObject({ ok: true, claims: theirs.payload });
        }
      },
    ),
    { numRuns: 3000 },
  );
  expect(passed).toBeGreaterThan(100);
});

test('design §4 tokens: of ES256 tokens, too, nothing passes that another library refuses', async () => {
  const ours = readSigningKey(generateSigningKey());
  const other = { ...readSigningKey(generateSigningKey()), kid: ours.kid };
  const keys = { jwtSecret: secret, signingKey: ours };
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      sound,
      fc.constantFrom(ours, ours, other),
      spoil,
      async (payload, by, change) => {
        const token = change(signToken(payload, by));
        const theirs = await jwtVerify(token, ours.publicKey, { algorithms: ['ES256'] }).catch(
          () => undefined,
        );
        const result = verifyToken(token, keys);
        if (result.ok) passed += 1;
        if (!theirs) expect(result.ok, token).toBe(false);
        const signed = token.split('.')[2] ?? '';
        const isSpelled = Buffer.from(signed, 'base64url').toString('base64url') === signed;
        if (theirs && isSpelled) expect(result, token).toMatchObject({ ok: true });
      },
    ),
    { numRuns: 1000 },
  );
  expect(passed).toBeGreaterThan(100);
});
