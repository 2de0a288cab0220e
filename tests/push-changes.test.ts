import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { succeeded } from './support/outcomes.ts';

let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

type Answer = {
  uid: string;
  row?: Record<string, unknown>;
  error?: { code: string; message: string };
};

async function push(...changes: object[]): Promise<Answer[]> {
  const answer = succeeded(await ann.client.rpc('push_changes', { changes }));
  return answer.answers;
}

test('design §3: creating twice is creating once', async () => {
  const uid = randomUUID();
  const create = { table: 'tasks', uid, create: true, set: { title: 'Buy milk' } };
  const [first] = await push(create);
  expect(first).toMatchObject({ uid, row: { title: 'Buy milk', priority: 'medium', uid } });
  await push({ table: 'tasks', uid, set: { title: 'Buy bread' } });
  expect(await push(create)).toMatchObject([{ uid, row: { title: 'Buy bread' } }]);
});

test('design §3: pull', async () => {
  const since = succeeded(await ann.client.rpc('pull_changes', {}));
  console.log(JSON.stringify(since).slice(0, 1500));
  const uid = randomUUID();
  const folder = randomUUID();
  const note = randomUUID();
  console.log(
    JSON.stringify(
      await push(
        {
          table: 'tasks',
          uid,
          create: true,
          set: { title: 'Pay', repeat_type: 'monthly', due_date: '2026-01-31' },
        },
        { table: 'tasks', uid, set: { completed: true }, today: '2026-01-31' },
        { table: 'tasks', uid: randomUUID(), set: { title: 'Nobody' } },
        { table: 'folders', uid: folder, create: true, set: { name: 'F' } },
        {
          table: 'notes',
          uid: note,
          create: true,
          set: { title: 'N', content: 'abc', folder_uid: folder },
        },
        { table: 'notes', uid: note, set: { content: 'abcd' }, base: 1 },
        { table: 'folders', uid: folder, delete: true, seen: 1000 },
        { table: 'tasks', uid, set: { user_id: 'x' } },
        { table: 'auth.users', uid, set: { user_id: 'x' } },
      ),
      null,
      1,
    ),
  );
  const pulled = succeeded(
    await ann.client.rpc('pull_changes', { history: since.history, since: since.rev }),
  );
  console.log(JSON.stringify(pulled, null, 1).slice(0, 6000));
});
