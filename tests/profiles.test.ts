import { beforeAll, expect, test } from 'vitest';
import { actor, serviceRole, unique, type Actor } from './support/actors.ts';
import { forbidden, limit, refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;
let admin: Actor;

beforeAll(async () => {
  [ann, bob, admin] = await Promise.all([
    actor('ann'),
    actor('bob'),
    actor('admin', { admin: true }),
  ]);
});

test('spec §3 User: comes with the defaults, and is no administrator', async () => {
  expect(succeeded(await ann.client.from('profiles').select().single())).toMatchObject({
    id: ann.id,
    username: ann.username,
    email: null,
    is_admin: false,
    header_color: 'blue',
    theme: 'light',
    contact_view_mode: 'tile',
    time_zone: null,
    must_change_password: false,
  });
});

test('spec §4 preferences: everybody sets their own, and only theirs', async () => {
  const wanted = {
    theme: 'dark',
    header_color: 'purple',
    contact_view_mode: 'list',
    time_zone: 'Pacific/Auckland',
  };
  const mine = ann.client.from('profiles').update(wanted).eq('id', ann.id).select().single();
  expect(succeeded(await mine)).toMatchObject(wanted);
  const theirs = ann.client.from('profiles').update(wanted).eq('id', bob.id).select();
  expect(succeeded(await theirs)).toEqual([]);
  const adminsTry = admin.client.from('profiles').update(wanted).eq('id', bob.id).select();
  expect(succeeded(await adminsTry)).toEqual([]);

  expect(
    await ann.client.from('profiles').update({ theme: 'sepia' }).eq('id', ann.id),
  ).toMatchObject(
    refusal({
      status: 400,
      code: '22P02',
      message: 'invalid input value for enum theme: "sepia"',
    }),
  );
  expect(
    await ann.client.from('profiles').update({ time_zone: '; drop' }).eq('id', ann.id),
  ).toMatchObject(refusal(limit('profiles', 'time_zone_is_a_name')));
});

test.each([
  { is_admin: true },
  { username: 'root' },
  { email: 'x@example.org' },
  { must_change_password: false },
  { theme: 'dark', is_admin: true },
])('spec §6 rights: nobody changes %o of their own profile', async (change) => {
  const update = ann.client.from('profiles').update(change).eq('id', ann.id);
  expect(await update).toMatchObject(refusal(forbidden('profiles')));
  const own = succeeded(await ann.client.from('profiles').select('is_admin, username').single());
  expect(own).toEqual({ is_admin: false, username: ann.username });
});

test('spec §6 rights: profiles come and go with their users only', async () => {
  const { client } = ann;
  expect(await client.from('profiles').insert({ id: ann.id, username: 'second' })).toMatchObject(
    refusal(forbidden('profiles')),
  );
  expect(await client.from('profiles').delete().eq('id', ann.id)).toMatchObject(
    refusal(forbidden('profiles')),
  );
});

test('spec §6 rights: what a token says about its user makes no administrator', async () => {
  const user_metadata = { is_admin: true, role: 'admin' };
  const claimed = await serviceRole().auth.admin.updateUserById(ann.id, { user_metadata });
  expect(claimed.error).toBeNull();
  await ann.client.auth.refreshSession();
  const seen = succeeded(await ann.client.from('profiles').select('id'));
  expect(seen).toEqual([{ id: ann.id }]);
});

test('design §4 limits: an account fills no memory through its metadata', async () => {
  for (const size of [5_000, 900_000]) {
    const grown = await bob.client.auth.updateUser({ data: { [`x${size}`]: 'x'.repeat(size) } });
    expect(grown.error).not.toBeNull();
  }
  const { data } = await bob.client.auth.getUser();
  expect(JSON.stringify(data.user).length).toBeLessThan(8_000);
});

test('spec §6 rights: administrators see every profile, others their own', async () => {
  const ids = [ann.id, bob.id, admin.id].toSorted();
  const seen = admin.client.from('profiles').select('id').in('id', ids).order('id');
  expect(succeeded(await seen)).toEqual(ids.map((id) => ({ id })));
  expect(succeeded(await bob.client.from('profiles').select('id'))).toEqual([{ id: bob.id }]);
});

test('spec §3 User: names and addresses are unique whatever their case or Unicode form', async () => {
  const service = serviceRole();
  const email = `${unique('mail')}@example.org`;
  const set = (of: Actor, change: object) =>
    service.from('profiles').update(change).eq('id', of.id);
  expect((await set(ann, { email })).error).toBeNull();
  expect(await set(bob, { email: email.toUpperCase() })).toMatchObject(
    refusal({
      status: 409,
      code: '23505',
      message: 'duplicate key value violates unique constraint "profiles_one_per_email"',
    }),
  );
  const wide = ann.username.replace(/^a/u, 'Ａ');
  expect(await set(bob, { username: wide })).toMatchObject(
    refusal({
      status: 409,
      code: '23505',
      message: 'duplicate key value violates unique constraint "profiles_one_per_username"',
    }),
  );
});

test('spec §3 User: an account without a username, or with a taken one, does not come to be', async () => {
  const { auth } = serviceRole();
  const refused = async (user_metadata: object) => {
    const email = `${unique('x')}@users.almanac.invalid`;
    const { data, error } = await auth.admin.createUser({
      email,
      password: 'secret1',
      user_metadata,
    });
    expect(data.user).toBeNull();
    expect(error?.status).toBeGreaterThanOrEqual(400);
  };
  await refused({});
  await refused({ username: '   ' });
  await refused({ username: ann.username.toUpperCase() });
  await refused({ username: 'x'.repeat(65) });
});

test('spec §3 Task: what belongs to a user goes with the user', async () => {
  const gone = await actor('gone');
  const { id } = succeeded(
    await gone.client.from('tasks').insert({ title: 'Last' }).select('id').single(),
  );
  const service = serviceRole();
  expect((await service.auth.admin.deleteUser(gone.id)).error).toBeNull();
  expect(succeeded(await service.from('tasks').select('id').eq('id', id))).toEqual([]);
  expect(succeeded(await service.from('profiles').select('id').eq('id', gone.id))).toEqual([]);
});
