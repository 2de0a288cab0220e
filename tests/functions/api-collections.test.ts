import { expect, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { api, field } from './support/api.ts';

const collections = [
  {
    path: '/contacts',
    least: {},
    body: { firstName: 'Ada', lastName: 'Byron', zipCode: '1234', addressOne: 'Mill Lane 1' },
    change: { company: 'Analytical Engines', mobilePhone: null },
    wrong: { firstName: 7 },
  },
  {
    path: '/notes',
    least: { title: 'New Note' },
    body: { title: 'Soup', content: '- *leek*', folderId: null },
    change: { content: null },
    wrong: { title: '' },
  },
  {
    path: '/folders',
    least: { name: 'New' },
    body: { name: 'Recipes', category: 'Home', parentId: null },
    change: { name: 'Cooking' },
    wrong: { name: ' ' },
  },
] as const;

test.each(collections)('spec §7 $path: list, create, change, delete', async (collection) => {
  const { path, least, body, change, wrong } = collection;
  const { token } = await actor('anna');
  expect(await api('GET', path, { token })).toMatchObject({ status: 200, body: [] });
  expect((await api('POST', path, { token, body: least })).status).toBe(201);

  const created = await api('POST', path, { token, body });
  expect(created).toMatchObject({ status: 201, body });
  const one = `${path}/${Number(field(created, 'id'))}`;
  expect(await api('GET', path, { token })).toMatchObject({
    status: 200,
    body: expect.arrayContaining([created.body]),
  });
  expect(await api('PATCH', one, { token, body: change })).toMatchObject({
    status: 200,
    body: { ...body, ...change },
  });
  for (const refused of [wrong, { ...change, id: 7 }, { userId: 'me' }, [], 'x', 7, null]) {
    const answer = await api('PATCH', one, { token, body: refused });
    expect(answer).toMatchObject({ status: 400, body: { code: expect.any(String) } });
  }
  expect(await api('DELETE', one, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect((await api('DELETE', one, { token })).status).toBe(404);
  expect((await api('PATCH', one, { token, body: change })).status).toBe(404);
});

test.each(collections)(
  'spec §6 $path: another user’s row is not there',
  async ({ path, body, change }) => {
    const anna = await actor('anna');
    const { token } = await actor('bert');
    const created = await api('POST', path, { token: anna.token, body });
    const one = `${path}/${Number(field(created, 'id'))}`;
    expect((await api('PATCH', one, { token, body: change })).status).toBe(404);
    expect((await api('DELETE', one, { token })).status).toBe(404);
    expect(await api('GET', path, { token })).toMatchObject({ body: [] });
    expect(await api('GET', path, { token: anna.token })).toMatchObject({ body: [created.body] });
  },
);

test('spec §7 notes and folders: only own folders can be filed under', async () => {
  const anna = await actor('anna');
  const { token } = await actor('bert');
  const strange = await api('POST', '/folders', { token: anna.token, body: { name: 'Anna’s' } });
  const own = await api('POST', '/folders', { token, body: { name: 'Bert’s' } });
  const strangeId = Number(field(strange, 'id'));
  const ownId = Number(field(own, 'id'));
  const refused = { status: 400, body: { message: 'There is no such folder' } };
  const note = { title: 'Soup', folderId: strangeId };
  expect(await api('POST', '/notes', { token, body: note })).toMatchObject(refused);
  const folder = { name: 'Below', parentId: strangeId };
  expect(await api('POST', '/folders', { token, body: folder })).toMatchObject(refused);
  const filed = await api('POST', '/notes', { token, body: { title: 'Soup', folderId: ownId } });
  expect(filed).toMatchObject({ status: 201, body: { folderId: ownId } });
  expect(
    await api('PATCH', `/folders/${ownId}`, { token, body: { parentId: ownId } }),
  ).toMatchObject({ status: 400, body: { message: expect.stringContaining('into itself') } });
  expect((await api('DELETE', `/folders/${ownId}`, { token })).status).toBe(200);
  expect(await api('GET', '/notes', { token })).toMatchObject({ body: [] });
});

test('spec §7 notes: a long text is taken, a longer one is refused', async () => {
  const { token } = await actor('anna');
  const long = { title: 'Long', content: 'ä'.repeat(1_000_000) };
  expect((await api('POST', '/notes', { token, body: long })).status).toBe(201);
  const longer = { title: 'Longer', content: 'a'.repeat(1_000_001) };
  expect((await api('POST', '/notes', { token, body: longer })).status).toBe(400);
  const large = { title: 'Large', content: 'ä'.repeat(5_000_000) };
  expect((await api('POST', '/notes', { token, body: large })).status).toBe(413);
});

test('spec §7 categories: by name, URL-encoded; a rename is followed by what bears the name', async () => {
  const { token } = await actor('anna');
  const names = ['Work/Office\\Home 100%', 'Zürich'];
  for (const name of names) {
    const answer = await api('POST', '/categories', { token, body: { name } });
    expect(answer).toMatchObject({ status: 201, body: { name } });
  }
  expect(await api('GET', '/categories', { token })).toMatchObject({
    status: 200,
    body: names.map((name) => ({ name })),
  });
  const again = { token, body: { name: 'ZÜRICH' } };
  expect(await api('POST', '/categories', again)).toMatchObject({
    status: 409,
    body: { message: 'A category named "ZÜRICH" already exists' },
  });
  const one = { title: 'One', category: names[0] };
  expect((await api('POST', '/tasks', { token, body: one })).status).toBe(201);

  const path = `/categories/${encodeURIComponent(names[0] ?? '')}`;
  const taken = { token, body: { newName: 'Zürich' } };
  expect((await api('PATCH', path, taken)).status).toBe(409);
  expect(await api('PATCH', path, { token, body: { newName: 'Office' } })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await api('GET', '/tasks', { token })).toMatchObject({ body: [{ category: 'Office' }] });
  expect((await api('PATCH', path, { token, body: { newName: 'X' } })).status).toBe(404);
  expect((await api('DELETE', path, { token })).status).toBe(404);
  expect((await api('DELETE', '/categories/Office', { token })).status).toBe(200);
  for (const name of ['', '  ', 'All', 'none', 'x'.repeat(201)]) {
    expect((await api('POST', '/categories', { token, body: { name } })).status).toBe(400);
  }
});
