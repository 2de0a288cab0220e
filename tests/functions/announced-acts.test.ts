import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, serviceRole, unique, type Actor } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { call } from './support/call.ts';
import { useOwnStack } from './support/own-stack.ts';

// What an administrator does and its entry in the audit log are one: an installation of its own, in
// which the log can be broken.

useOwnStack();

let database: Client;
let chief: Actor;
let anna: Actor;

type Act = {
  /** What the act changes, read past every policy. */
  state: () => Promise<unknown>;
  /** Another one each time, so that it always changes something. */
  act: (token: string) => Promise<{ status: number }>;
  /** The same, refused by whoever does it, after it was announced. */
  fails?: (token: string) => Promise<{ status: number }>;
  action: string;
};

const one = async (sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows;
const events = () => one('select * from public.admin_events order by id');
const put = (path: string, method: 'POST' | 'PATCH' | 'DELETE', body: unknown) => (token: string) =>
  call(path, { method, token, body });

async function plainUser(): Promise<{ id: string; username: string }> {
  const { id, username } = await actor('somebody');
  return { id, username };
}

beforeAll(async () => {
  database = await connect();
  // The installation ends before the connection does.
  database.on('error', () => undefined);
  chief = await actor('chief', { admin: true });
  anna = await actor('anna');
});

let doomed: { id: string; username: string };
let invitation = '';

const mailConfig = () => ({
  emailService: 'custom',
  emailUser: `${unique('post')}@example.com`,
  emailPass: 'secret of the mail',
  emailHost: 'mail.example.com',
  emailPort: 587,
  emailSecurity: 'starttls',
});

const acts: Record<string, Act> = {
  'resetting a password': {
    action: 'reset_password',
    state: () => one('select encrypted_password from auth.users where id = $1', [anna.id]),
    act: (token) =>
      put(`admin/users/${anna.id}/reset-password`, 'POST', { newPassword: `Aa1-${unique('p')}` })(
        token,
      ),
  },
  'creating a user': {
    action: 'create_user',
    state: () => one('select id from auth.users order by id'),
    act: (token) =>
      put('admin/users', 'POST', { username: unique('new'), password: 'Abcdefg1' })(token),
    fails: (token) =>
      put('admin/users', 'POST', { username: anna.username, password: 'Abcdefg1' })(token),
  },
  'deleting a user': {
    action: 'delete_user',
    state: () => one('select id from auth.users order by id'),
    act: (token) => put(`admin/users/${doomed.id}`, 'DELETE', { username: doomed.username })(token),
    fails: (token) => put(`admin/users/${doomed.id}`, 'DELETE', { username: 'x' })(token),
  },
  'granting administration': {
    action: 'grant_admin',
    state: () => one('select is_admin from public.profiles where id = $1', [anna.id]),
    act: (token) => put(`admin/users/${anna.id}/admin`, 'PATCH', { isAdmin: true })(token),
    fails: (token) => put(`admin/users/${randomUUID()}/admin`, 'PATCH', { isAdmin: true })(token),
  },
  'setting up mail': {
    action: 'configure_email',
    state: () => one('select email_user, password_ciphertext from public.email_settings'),
    act: (token) => put('admin/configure-email', 'POST', mailConfig())(token),
  },
  'choosing who may register': {
    action: 'set_registration',
    state: () => one('select mode from public.registration_settings'),
    act: (token) => put('admin/registration', 'PATCH', { mode: 'closed' })(token),
    fails: (token) => put('admin/registration', 'PATCH', { mode: 'both' })(token),
  },
  'making an invitation': {
    action: 'create_invitation',
    state: () => one('select id from public.invitations order by id'),
    act: (token) => put('admin/invitations', 'POST', {})(token),
    fails: (token) => put('admin/invitations', 'POST', { email: 'no address' })(token),
  },
  'revoking an invitation': {
    action: 'revoke_invitation',
    state: () => one('select id from public.invitations order by id'),
    act: (token) => put(`admin/invitations/${invitation}`, 'DELETE', undefined)(token),
    fails: (token) => put(`admin/invitations/${randomUUID()}`, 'DELETE', undefined)(token),
  },
};

async function prepare(action: string): Promise<void> {
  if (action === 'delete_user') doomed = await plainUser();
  if (action !== 'revoke_invitation') return;
  const [row] = await one(
    `insert into public.invitations (token_hash, expires_at)
     values (gen_random_uuid(), now() + interval '1 hour') returning id`,
  );
  invitation = String(Reflect.get(Object(row), 'id'));
}

test.each(Object.entries(acts))(
  'design §4 audit: %s and its entry are one',
  async (_name, { state, act, fails, action }) => {
    await prepare(action);
    const [before, noted] = [await state(), await events()];
    if (fails) {
      expect((await fails(chief.token)).status).toBeGreaterThanOrEqual(400);
      expect([await state(), await events()]).toEqual([before, noted]);
    }

    // The log cannot be written: nothing happens.
    await database.query(
      'alter table public.admin_events add constraint log_is_full check (id < 0) not valid',
    );
    const refused = await act(chief.token).finally(() =>
      database.query('alter table public.admin_events drop constraint log_is_full'),
    );
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect([await state(), await events()]).toEqual([before, noted]);

    const done = await act(chief.token);
    expect(done.status).toBeLessThan(300);
    expect(await state()).not.toEqual(before);
    const after = await events();
    expect(after).toHaveLength(noted.length + 1);
    expect(after.at(-1)).toMatchObject({
      action,
      actor_id: chief.id,
      detail: { actor: chief.username },
    });
  },
);

const announce = async (act: Record<string, unknown>) => {
  const { data, error } = await serviceRole().rpc('announce_act', { act });
  if (error) throw error;
  return String(data);
};
const setPassword = (id: string, announced: string, password = `Pw-${randomUUID()}`) =>
  serviceRole().auth.admin.updateUserById(id, {
    password,
    app_metadata: { announced_act: announced },
  });

test('design §4 audit: an act that the identity service refuses leaves no entry', async () => {
  const noted = await events();
  const announced = await announce({
    action: 'reset_password',
    actor_id: chief.id,
    subject_id: anna.id,
  });
  expect((await setPassword(anna.id, announced, '1')).error).not.toBeNull();
  expect(await events()).toEqual(noted);
  // Nor does a change of her own, later, count as the act that was announced.
  const own = await actor('own');
  await announce({ action: 'reset_password', actor_id: chief.id, subject_id: own.id });
  const change = { currentPassword: own.password, newPassword: 'another-1' };
  const changed = await call('account/change-password', { token: own.token, body: change });
  expect(changed.status).toBe(200);
  expect(await events()).toEqual(noted);
});

test('design §4 audit: an announcement serves once, for the one it names, and in its time', async () => {
  const bert = await actor('bert');
  const act = { action: 'reset_password', actor_id: chief.id, subject_id: anna.id };
  const hashOf = (id: string) =>
    one('select encrypted_password from auth.users where id = $1', [id]);
  const before = [await hashOf(anna.id), await hashOf(bert.id), await events()];
  const refused = [
    [bert.id, await announce(act)],
    [anna.id, await announce({ action: 'register' })],
    [anna.id, randomUUID()],
    [anna.id, 'nonsense'],
  ] as const;
  const late = await announce(act);
  await database.query('update private.announced_acts set expires_at = now() where id = $1', [
    late,
  ]);
  for (const [id, announced] of [...refused, [anna.id, late] as const]) {
    expect((await setPassword(id, announced)).error?.status).toBe(500);
  }
  expect([await hashOf(anna.id), await hashOf(bert.id), await events()]).toEqual(before);

  const announced = await announce(act);
  const answers = await Promise.all([
    setPassword(anna.id, announced),
    setPassword(anna.id, announced),
  ]);
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await events()).toHaveLength(Object(before[2]).length + 1);
  const { data } = await serviceRole().auth.admin.getUserById(anna.id);
  expect(data.user?.app_metadata).not.toHaveProperty('announced_act');
});

test('design §4 audit: as GoTrue writes it, metadata after the insert and twice in one transaction', async () => {
  const announced = await announce({ action: 'create_user', actor_id: chief.id });
  const id = randomUUID();
  const noted = await events();
  const meta = JSON.stringify({ provider: 'email', announced_act: announced });
  await database.query('begin');
  await database.query(
    `insert into auth.users (id, raw_user_meta_data, raw_app_meta_data, is_sso_user)
     values ($1, jsonb_build_object('username', $2::text), '{"provider": "email"}', false)`,
    [id, unique('late')],
  );
  for (let times = 0; times < 2; times += 1) {
    await database.query('update auth.users set raw_app_meta_data = $2 where id = $1', [id, meta]);
  }
  await database.query('commit');
  expect(await events()).toHaveLength(noted.length + 1);
  expect(await one('select raw_app_meta_data from auth.users where id = $1', [id])).toEqual([
    { raw_app_meta_data: { provider: 'email' } },
  ]);
  expect(await one('select must_change_password from public.profiles where id = $1', [id])).toEqual(
    [{ must_change_password: true }],
  );
  await database.query('delete from auth.users where id = $1', [id]);
});

test('design §4 audit: entries older than a year go when a new one comes, younger ones stay', async () => {
  await database.query(
    `insert into public.admin_events (action, created_at)
     select 'old', now() - interval '1 year' - n * interval '1 day' from generate_series(1, 150) as n
     union all select 'young', now() - interval '364 days'`,
  );
  const count = async (action: string) =>
    (await one('select from public.admin_events where action = $1', [action])).length;
  const act = () => call('admin/invitations', { token: chief.token, body: {} });
  expect((await act()).status).toBe(201);
  expect(await count('old')).toBe(50);
  expect((await act()).status).toBe(201);
  expect([await count('old'), await count('young')]).toEqual([0, 1]);
});

test('design §4 audit: nobody but the functions announces anything', async () => {
  for (const client of [nobody(), anna.client, chief.client]) {
    const { error } = await client.rpc('announce_act', { act: { action: 'create_user' } });
    expect(error?.code).toBe('42501');
  }
  // A user's own metadata is not where it is looked for.
  const act = await announce({ action: 'create_user', actor_id: chief.id });
  const bert = await actor('bert');
  await bert.client.auth.updateUser({ data: { announced_act: act } });
  expect(await one('select from private.announced_acts where id = $1', [act])).toHaveLength(1);
  const email = usernameToEmail(bert.username);
  const { password } = bert;
  expect((await nobody().auth.signInWithPassword({ email, password })).error).toBeNull();
});
