import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { succeeded } from './support/outcomes.ts';

let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

/** Creates a task and does changes of it; answers its row after each. */
async function changed(...changes: object[]): Promise<unknown[]> {
  const of = { table: 'tasks', uid: randomUUID() };
  const create = { ...of, create: true, set: { title: 'Buy milk' } };
  const answer = succeeded(
    await ann.client.rpc('push_changes', {
      changes: [create, ...changes.map((change) => ({ ...of, ...change }))],
    }),
  );
  return answer.answers.slice(1).map(({ row }: { row: unknown }) => row);
}

test('design §3 who wins: a drag of other tasks and a task that was dragged meanwhile: both stay where they were dropped', async () => {
  const fill = { set: { rank: 'a0' }, fill: true };
  expect(await changed(fill, { set: { rank: 'a5' } })).toMatchObject([
    { rank: 'a0' },
    { rank: 'a5' },
  ]);
  expect(await changed({ set: { rank: 'a5' } }, fill, fill)).toMatchObject([
    { rank: 'a5' },
    { rank: 'a5' },
    { rank: 'a5' },
  ]);
});

test('design §3: of several columns those are filled that are null', async () => {
  const fill = { set: { rank: 'a0', title: 'Buy bread', category: 'Home' }, fill: true };
  expect(await changed({ set: { category: 'Work' } }, fill)).toMatchObject([
    { category: 'Work' },
    { title: 'Buy milk', category: 'Work', rank: 'a0' },
  ]);
});
