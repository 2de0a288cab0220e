import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { api } from './support/api.ts';
import { bodies, pathParts } from './support/arbitrary.ts';
import { operations } from './support/operations.ts';

const RUNS = 15;

/**
 * Left out: what would change the whole installation if it succeeded (the one e-mail
 * configuration), what waits for mail servers, and what creates accounts nobody would remove.
 */
const NOT_RIGHT_ONES = ['/admin/configure-email', '/admin/test-email', '/auth/register'];

test('§7 robustness: whatever is sent to whatever route, the answer is no failure of the server', async () => {
  const chief = await actor('chief', { admin: true });
  for (const { method, path, body } of await operations()) {
    // Logging out would end the session that the next routes need.
    const token = path.endsWith('/logout') ? undefined : chief.token;
    const bodyArbitrary = body ? bodies(body) : fc.constant(undefined);
    const sent = NOT_RIGHT_ONES.includes(path)
      ? bodyArbitrary.map((value) => ({ ...Object(value), username: '', emailService: 'pigeon' }))
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

test('§7 robustness: a refused change leaves everything as it was', async () => {
  const { token } = await actor('anna');
  const created = await api('POST', '/tasks', { token, body: { title: 'Stays' } });
  expect(created.status).toBe(201);
  const patch = (await operations()).find(
    ({ method, path }) => method === 'PATCH' && path === '/tasks/{id}',
  );
  const id = Number(Reflect.get(Object(created.body), 'id'));
  await fc.assert(
    fc.asyncProperty(bodies(patch?.body ?? {}), async (value) => {
      const before = await api('GET', '/tasks', { token });
      const answer = await api('PATCH', `/tasks/${id}`, { token, body: JSON.stringify(value) });
      fc.pre(answer.status >= 400);
      expect((await api('GET', '/tasks', { token })).body).toEqual(before.body);
    }),
    { numRuns: 20, maxSkipsPerRun: 1000 },
  );
}, 120_000);
