import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, type Actor } from './support/actors.ts';
import { supabase } from './support/environment.ts';
import { claimsOf, forge, tamper, unsign } from './support/tokens.ts';

let owner: Actor;
let stranger: Actor;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([actor('owner'), actor('stranger')]);
});

/** Everything a stranger could show instead of a token of the owner. */
function tokens(): string[] {
  return [
    stranger.token,
    stranger.token,
    tamper(stranger.token, { sub: owner.id }),
    forge({ ...claimsOf(stranger.token), role: 'service_role' }),
    unsign(stranger.token),
    supabase.publishableKey,
    'x',
  ];
}

/** What the identity service answers, by the method that it answers to. */
const endpoints = () =>
  fc.constantFrom<[method: string, path: string][]>(
    ['GET', 'health'],
    ['GET', 'settings'],
    ['GET', 'user'],
    ['PUT', 'user'],
    ['POST', 'signup'],
    ['POST', 'token'],
    ['POST', 'token?grant_type=refresh_token'],
    ['POST', 'token?grant_type=id_token'],
    ['POST', 'token?grant_type=pkce'],
    ['GET', 'admin/users'],
    ['POST', 'admin/users'],
    ['GET', `admin/users/${owner.id}`],
    ['PUT', `admin/users/${owner.id}`],
    ['DELETE', `admin/users/${owner.id}`],
    ['DELETE', 'admin/users/x'],
  );

/** Anything else, with what only GoTrue has. */
const others = () =>
  fc.tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
    fc.oneof(
      fc.constantFrom(
        'user',
        'recover',
        'otp',
        'magiclink',
        'verify?type=recovery&token=x',
        'admin/generate_link',
        'invite',
        'factors',
        'authorize?provider=github&redirect_to=https://elsewhere.example',
        'callback?code=x',
      ),
      fc.string({ unit: 'grapheme-ascii', maxLength: 10 }).map((text) => encodeURIComponent(text)),
    ),
  );

const requests = () =>
  fc.oneof({ weight: 3, arbitrary: endpoints() }, { weight: 1, arbitrary: others() });

const fields = () =>
  fc.record(
    {
      email: fc.oneof(fc.constant(usernameToEmail(owner.username)), fc.jsonValue({ maxDepth: 1 })),
      user_metadata: fc.jsonValue({ maxDepth: 2 }),
      data: fc.jsonValue({ maxDepth: 2 }),
      app_metadata: fc.constant({ role: 'service_role' }),
      role: fc.constantFrom('service_role', 'postgres'),
      refresh_token: fc.oneof(fc.string(), fc.constantFrom('abcdefghijkl', '')),
      id: fc.constant(owner.id),
      ban_duration: fc.constantFrom('100h', '-1', 'x'),
      phone: fc.jsonValue({ maxDepth: 0 }),
      current_password: fc.jsonValue({ maxDepth: 0 }),
    },
    { requiredKeys: [] },
  );

const bodies = () =>
  fc.oneof(
    { weight: 4, arbitrary: fields().map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );

test('design §4 whatever the identity service is asked by a stranger, accounts stay their owners’', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      requests(),
      fc.constantFrom(...tokens()),
      bodies(),
      async ([method, path], token, body) => {
        const answer = await fetch(`${supabase.url}/auth/v1/${path}`, {
          method,
          redirect: 'manual',
          headers: {
            apikey: supabase.publishableKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          ...(method !== 'GET' && { body }),
        });
        statuses.add(answer.status);
        const text = await answer.text();
        expect(answer.status, `${method} ${path} ${body}: ${text}`).toBeLessThan(500);
        expect(answer.headers.get('location') ?? '').not.toContain('elsewhere');
        expect(text).not.toContain(owner.id);
        expect(text).not.toContain(owner.username);
      },
    ),
    { numRuns: 300 },
  );
  for (const status of [200, 400, 403]) expect(statuses).toContain(status);
  const { data, error } = await owner.client.auth.getUser();
  expect(error).toBeNull();
  expect(data.user?.role).toBe('authenticated');
  const email = usernameToEmail(owner.username);
  const signedIn = await nobody().auth.signInWithPassword({ email, password: owner.password });
  expect(signedIn.error).toBeNull();
});
