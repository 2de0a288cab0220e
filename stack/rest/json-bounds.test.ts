import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSchema } from './test-schema.ts';
import { startTestRest, type TestRest } from './testing.ts';

let stack: TestRest;
beforeAll(async () => {
  stack = await startTestRest(testSchema);
});
afterAll(async () => stack.close());

const ann = '11111111-1111-4111-8111-111111111111';

const insert = (body: string, bearer: string | undefined = stack.token(ann)) =>
  stack.call('/rest/v1/things', { method: 'POST', ...(bearer && { bearer }), body });

/** A thing whose JSON column has lists inside each other. */
const nested = (levels: number) =>
  `{"title":"t","body":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test('design §1: ten megabytes of small values are refused before anything is made of them', async () => {
  const body = `{"title":"t","body":[0${',0'.repeat(4_900_000)}]}`;
  for (const bearer of ['', stack.token(ann)]) {
    const answer = await insert(body, bearer);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: 'PT413',
      message: 'A request has at most 250,000 values.',
    });
  }
});

test('design §1: more levels than anything has are no failure of the server', async () => {
  expect((await insert(nested(99))).status).toBe(201);
  for (const levels of [100, 5000, 4_000_000]) {
    const answer = await insert(nested(levels));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'A request has at most 100 levels.' });
  }
});

test('design §1: what stands in texts is text, and what is no JSON is told so', async () => {
  const title = String.raw`${'\\" , [ { '.repeat(100_000)}\\`;
  const answer = await stack.call('/rest/v1/things?select=title', {
    method: 'POST',
    bearer: stack.token(ann),
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ title }),
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual([{ title }]);
  expect((await insert('{"title":"t')).status).toBe(400);
  expect((await insert('')).status).toBeLessThan(500);
});
