import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { api, field } from './support/api.ts';
import { bodies, pathParts } from './support/arbitrary.ts';
import { operations } from './support/operations.ts';

const RUNS = 15;

/**
 * Left out: what would change the whole installation if it succeeded (the one e-mail configuration,
 * who may register), what waits for mail servers, and what creates accounts nobody would remove.
 */
const NOT_RIGHT_ONES = [
  '/admin/configure-email',
  '/admin/test-email',
  '/admin/registration',
  '/auth/register',
];

/** What no such route takes. */
const NOT_RIGHT = { username: '', emailService: 'pigeon', mode: 'both' };

test('spec §7 robustness: whatever is sent to whatever route, the answer is no failure of the server', async () => {
  const chief = await actor('chief', { admin: true });
  for (const { method, path, body } of await operations()) {
    // Logging out would end the session that the next routes need.
    const token = path.endsWith('/logout') ? undefined : chief.token;
    const bodyArbitrary = body ? bodies(body) : fc.constant(undefined);
    const sent =
      body && NOT_RIGHT_ONES.includes(path)
        ? bodyArbitrary.map((value) => ({ ...Object(value), ...NOT_RIGHT }))
        : bodyArbitrary;
    await fc.assert(
      fc.asyncProperty(sent, pathParts, pathParts, async (value, first, second) => {
        const parts = [first, second];
        const actual = path.replace(/\{\w+\}/g, () => encodeURIComponent(parts.shift() ?? '1'));
        const answer = await api(method, actual, {
          ...(token && { token }),
          ...(value !== undefined && { body: JSON.stringify(value) }),
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) {
          expect(answer.body).toMatchObject({
            message: expect.any(String),
            code: expect.any(String),
          });
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }
}, 300_000);

const TABLES = ['tasks', 'contacts', 'notes', 'folders', 'categories', 'profiles'];

/** Everything that the user has, as it is stored: past `/api`, which takes ten times as long. */
async function stateOf({ client }: Actor): Promise<unknown[]> {
  const answers = await Promise.all(TABLES.map((table) => client.from(table).select().order('id')));
  return answers.map(({ data }) => data);
}

test('spec §7 robustness: a refused change leaves everything as it was, on every route', async () => {
  const anna = await actor('anna');
  const { token } = anna;
  const ids = new Map<string, string>();
  for (const table of ['tasks', 'contacts', 'notes', 'folders']) {
    const body = table === 'contacts' ? {} : { [table === 'folders' ? 'name' : 'title']: 'Stays' };
    ids.set(table, String(field(await api('POST', `/${table}`, { token, body }), 'id')));
  }
  await api('POST', '/categories', { token, body: { name: 'Work' } });
  let state = await stateOf(anna);
  expect(state.map((rows) => Array.isArray(rows) && rows.length)).toEqual(TABLES.map(() => 1));
  let refused = 0;
  for (const { method, path, body } of await operations()) {
    const [, table = ''] = path.split('/');
    if (!body || ['auth', 'admin'].includes(table)) continue;
    const actual = path.replace('{id}', ids.get(table) ?? '').replace('{name}', 'Work');
    await fc.assert(
      fc.asyncProperty(bodies(body), async (value) => {
        const answer = await api(method, actual, { token, body: JSON.stringify(value) });
        const after = await stateOf(anna);
        if (answer.status >= 400) {
          refused += 1;
          expect(after).toEqual(state);
        }
        state = after;
      }),
      { numRuns: 8 },
    );
  }
  expect(refused).toBeGreaterThan(30);
}, 240_000);
