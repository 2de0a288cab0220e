import { expect, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { api, field } from './support/api.ts';

const TASK_FIELDS = [
  'category',
  'completed',
  'completedAt',
  'createdAt',
  'description',
  'dueDate',
  'id',
  'priority',
  'repeatType',
  'sortOrder',
  'title',
  'userId',
];

/** Creates a task and gives its id. */
async function task(token: string, body: Record<string, unknown>): Promise<number> {
  const answer = await api('POST', '/tasks', { token, body });
  expect(answer.status).toBe(201);
  return Number(field(answer, 'id'));
}

test('spec §7 tasks: created with the spec’s defaults and fields, and then listed', async () => {
  const { token, id: userId } = await actor('anna');
  const answer = await api('POST', '/tasks', { token, body: { title: ' Water the plants ' } });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      title: 'Water the plants',
      priority: 'medium',
      completed: false,
      completedAt: null,
      dueDate: null,
      repeatType: 'none',
      sortOrder: 0,
      userId,
    },
  });
  expect(Object.keys(Object(answer.body)).toSorted()).toEqual(TASK_FIELDS);
  expect(await api('GET', '/tasks', { token })).toMatchObject({ status: 200, body: [answer.body] });
});

test('spec §7 tasks: a change is partial; unknown and read-only fields are refused by name', async () => {
  const { token } = await actor('anna');
  const id = await task(token, { title: 'One', description: 'Keep', dueDate: '2026-11-21' });
  const changed = await api('PATCH', `/tasks/${id}`, {
    token,
    body: { priority: 'high', dueDate: null },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { id, title: 'One', description: 'Keep', priority: 'high', dueDate: null },
  });
  expect(await api('PATCH', `/tasks/${id}`, { token, body: {} })).toEqual({
    ...changed,
    headers: expect.anything(),
  });
  for (const name of ['id', 'userId', 'createdAt', 'completedAt', 'colour']) {
    expect(
      await api('PATCH', `/tasks/${id}`, { token, body: { title: 'Two', [name]: 1 } }),
    ).toMatchObject({
      status: 400,
      body: { message: `Unknown or read-only field: ${name}`, code: 'invalid_request' },
    });
  }
  expect(await api('GET', '/tasks', { token })).toMatchObject({ body: [{ title: 'One' }] });
});

test.each([
  [{}, 'title is required'],
  [{ title: '  ' }, /^title: /],
  [{ title: 'x'.repeat(501) }, /^title: /],
  [{ title: 'a\u0000b' }, /^title: /],
  [{ title: 'x', dueDate: '2026-02-30' }, /^dueDate: /],
  [{ title: 'x', dueDate: '21.11.2026' }, /^dueDate: /],
  [{ title: 'x', priority: 'urgent' }, /^priority: /],
  [{ title: 'x', repeatType: 'hourly' }, /^repeatType: /],
  [{ title: 'x', completed: 'yes' }, /^completed: /],
  [{ title: 'x', sortOrder: 1e12 }, /^sortOrder: /],
])('spec §5 tasks: %j is refused with the field’s name', async (body, message) => {
  const { token } = await actor('anna');
  const answer = await api('POST', '/tasks', { token, body });
  expect(answer.status).toBe(400);
  expect(field(answer, 'message')).toMatch(message);
});

test('spec §3 tasks: a title of 500 characters is stored, whatever its script', async () => {
  const { token } = await actor('anna');
  const title = '🎉'.repeat(500);
  const answer = await api('POST', '/tasks', { token, body: { title } });
  expect(answer).toMatchObject({ status: 201, body: { title } });
  const { body } = await api('GET', '/openapi.json');
  expect(
    JSON.stringify(body).includes('"title":{"type":"string","minLength":1,"maxLength":500}'),
  ).toBe(true);
});

test('spec §7 toggle: completes, and re-opens', async () => {
  const { token } = await actor('anna');
  const id = await task(token, { title: 'One' });
  const done = await api('PATCH', `/tasks/${id}/toggle`, { token });
  expect(done).toMatchObject({
    status: 200,
    body: { id, completed: true, completedAt: expect.any(String) },
  });
  expect(Object.keys(Object(done.body)).toSorted()).toEqual(TASK_FIELDS);
  expect(await api('PATCH', `/tasks/${id}/toggle`, { token })).toMatchObject({
    body: { id, completed: false, completedAt: null },
  });
});

test.each(['PATCH', 'POST'] as const)('spec §7 %s /api/tasks/reorder', async (method) => {
  const { token } = await actor('anna');
  const ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await task(token, { title }));
  const taskIds = ids.toReversed();
  expect(await api(method, '/tasks/reorder', { token, body: { taskIds } })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await api('GET', '/tasks', { token })).toMatchObject({
    body: taskIds.map((id) => ({ id })),
  });
  const twice = { taskIds: [ids[0], ids[0]] };
  expect(await api(method, '/tasks/reorder', { token, body: twice })).toMatchObject({
    status: 400,
  });
});

test('spec §7 bulk update: moves every task of a category', async () => {
  const { token } = await actor('anna');
  await task(token, { title: 'One', category: 'Work' });
  await task(token, { title: 'Two', category: 'Work' });
  await task(token, { title: 'Three', category: 'Home' });
  const body = { oldCategory: 'Work', newCategory: 'Office' };
  expect(await api('PATCH', '/tasks/bulk-update-category', { token, body })).toMatchObject({
    status: 200,
    body: { success: true, updated: 2 },
  });
});

test('spec §6 tasks: another user’s task is not there', async () => {
  const anna = await actor('anna');
  const { token } = await actor('bert');
  const id = await task(anna.token, { title: 'Anna’s' });
  const own = await task(token, { title: 'Bert’s' });
  const refused = { status: 404, body: { message: 'Task not found', code: 'not_found' } };
  expect(await api('PATCH', `/tasks/${id}`, { token, body: { title: 'Mine' } })).toMatchObject(
    refused,
  );
  expect(await api('PATCH', `/tasks/${id}`, { token, body: {} })).toMatchObject(refused);
  expect(await api('PATCH', `/tasks/${id}/toggle`, { token })).toMatchObject(refused);
  expect(await api('DELETE', `/tasks/${id}`, { token })).toMatchObject(refused);
  const body = { taskIds: [own, id] };
  expect(await api('POST', '/tasks/reorder', { token, body })).toMatchObject(refused);
  expect(await api('GET', '/tasks', { token })).toMatchObject({
    body: [{ id: own, sortOrder: 0 }],
  });
});

test('spec §7 delete: once; then it is not there', async () => {
  const { token } = await actor('anna');
  const id = await task(token, { title: 'One' });
  expect(await api('DELETE', `/tasks/${id}`, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect((await api('DELETE', `/tasks/${id}`, { token })).status).toBe(404);
  expect((await api('DELETE', '/tasks/one', { token })).status).toBe(400);
});

test('design §3: a list is never cut', async () => {
  const { token, client } = await actor('anna');
  const rows = Array.from({ length: 1203 }, (_, index) => ({ title: `Task ${index}` }));
  expect((await client.from('tasks').insert(rows)).error).toBeNull();
  const { body } = await api('GET', '/tasks', { token });
  expect(body).toHaveLength(1203);
});

test('design §5: what changes through /api is received live', async () => {
  const { token, id, client } = await actor('anna');
  const listener = await listen(client, `user:${id}`);
  await task(token, { title: 'Received' });
  const change = await listener.waitFor(({ table, op }) => table === 'tasks' && op === 'INSERT');
  expect(change.rows).toMatchObject([{ title: 'Received' }]);
});
