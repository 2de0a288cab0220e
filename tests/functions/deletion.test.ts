import { randomUUID } from 'node:crypto';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { bearer, nobody, serviceRole } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { listen } from '../support/realtime-listener.ts';
import { succeeded } from '../support/outcomes.ts';
import { ownTables } from '../support/tables.ts';
import { api, browser, field } from './support/api.ts';
import { call } from './support/call.ts';
import { useOwnStack } from './support/own-stack.ts';
import { dumpOf, findings } from './support/traces.ts';

// A whole life of an exposed installation, in order, until it is empty again.

const own = useOwnStack({ SITE_URL: 'https://almanac.example' });

const password = 'Secret-1';
let database: Client;
let chief: Person;

type Person = { id: string; username: string; email: string; token: string; traces: string[] };

beforeAll(async () => {
  database = await connect();
  // The installation ends before the connection does.
  database.on('error', () => undefined);
  // What GoTrue keeps besides, on Supabase; the embedded stack has no such tables.
  await database.query(`
    create table if not exists auth.flow_state (
      id uuid primary key, user_id uuid,
      authentication_method text not null, provider_type text not null
    );
    create table if not exists auth.audit_log_entries (
      id uuid primary key, payload json, created_at timestamptz
    );`);
});

async function signIn(username: string) {
  const client = nobody();
  const { data, error } = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  if (error) throw error;
  return { client, id: data.user.id, token: data.session.access_token };
}

async function register(name: string, door: Record<string, unknown>): Promise<Person> {
  const username = `${name}-Zebra`;
  const email = `${name}.zebra@example.com`;
  const answer = await call('account/register', { body: { username, password, email, ...door } });
  expect(answer.status).toBe(201);
  const { id, token } = await signIn(username);
  const traces = [id, username, email, usernameToEmail(username), `Secret of ${name}`];
  return { id, username, email, token, traces };
}

async function invitation(token: string): Promise<string> {
  const { body } = await call('admin/invitations', { token, body: {} });
  return String(Reflect.get(Object(body), 'url')).split('#invitation=')[1] ?? '';
}

const as = (body: unknown, token: string) => ({ body, token });
const setAdministrator = (id: string, isAdmin: boolean) =>
  call(`admin/users/${id}/admin`, { method: 'PATCH', ...as({ isAdmin }, chief.token) });

/** Leaves something of a person in every table that can hold it. */
async function furnish(person: Person, name: string): Promise<void> {
  const { token, email, id, username } = person;
  const mine = bearer(token);
  for (const { table, row } of ownTables) {
    const [column = ''] = Object.keys(row);
    const filled: object = { ...row, [column]: `Secret of ${name}` };
    succeeded(await mine.from(table).insert(filled).select());
  }
  const series = { title: `Secret of ${name}`, due_date: '2026-01-01', repeat_type: 'daily' };
  const [task] = succeeded(await mine.from('tasks').insert(series).select('id'));
  succeeded(await mine.rpc('toggle_task', { task_id: Object(task).id, today: '2026-01-01' }));
  // An import, and one that has not arrived as a whole.
  for (const part of [1, 2]) {
    const uid = randomUUID();
    const rows = [{ table: 'tasks', uid: randomUUID(), title: `Secret of ${name}` }];
    const file_name = `Secret of ${name}.csv`;
    const staged = await mine.rpc('stage_import', { import_uid: uid, file_name, part, rows });
    expect(staged.error).toBeNull();
    if (part === 1) succeeded(await mine.rpc('commit_import', { import_uid: uid, parts: 1 }));
  }
  await mine.from('profiles').update({ time_zone: 'Europe/Prague' }).eq('id', id);
  // As an administrator for a while: events by them and about them, and invitations.
  expect((await setAdministrator(id, true)).status).toBe(200);
  await invitation(token);
  expect(
    (await call('admin/registration', { method: 'PATCH', ...as({ mode: 'invite' }, token) }))
      .status,
  ).toBe(200);
  expect((await setAdministrator(id, false)).status).toBe(200);
  await call('admin/invitations', as({ email: email.toUpperCase() }, chief.token));
  await serviceRole()
    .from('password_resets')
    .insert({ user_id: id, token_hash: `hash of ${email}`, expires_at: '2099-01-01' });
  await serviceRole().rpc('announce_act', {
    act: { action: 'reset_password', actor_id: chief.id, subject_id: id },
  });
  const traits = { user_id: id, user_email: usernameToEmail(username) };
  await database.query(
    `insert into auth.flow_state (id, user_id, authentication_method, provider_type)
     values (gen_random_uuid(), $1, 'password', 'email')`,
    [id],
  );
  await database.query(
    `insert into auth.audit_log_entries (id, payload)
     values (gen_random_uuid(), $1), (gen_random_uuid(), $2)`,
    [
      JSON.stringify({ action: 'user_signedup', actor_id: chief.id, traits }),
      JSON.stringify({ action: 'login', actor_id: id, actor_username: usernameToEmail(username) }),
    ],
  );
  // A second device, by the cookie of the page.
  const device = browser();
  expect((await device.api('POST', '/auth/login', { body: { username, password } })).status).toBe(
    200,
  );
}

/** Where something of a person still stands, in all tables of all schemas. */
async function tracesOf({ traces }: Person): Promise<string[]> {
  // Statistics of the planner hold samples until the table is analysed again, which happens by itself.
  const places = (await dumpOf(database)).filter(
    ({ where }) => !where.startsWith('table pg_catalog.'),
  );
  const wanted = traces.flatMap((trace) => [trace, trace.toLowerCase(), trace.toUpperCase()]);
  return findings(places, new Map([['trace', wanted]]));
}

/** Channel and sessions are gone at once: the token opens nothing any more. */
async function isLockedOut({ token, username, id }: Person): Promise<void> {
  expect((await bearer(token).from('tasks').select()).data ?? []).toEqual([]);
  expect(await api('GET', '/tasks', { token })).toMatchObject({ status: 401 });
  expect(
    await call('account/change-email', as({ email: '', currentPassword: password }, token)),
  ).toMatchObject({ status: 401 });
  const again = await nobody().auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  expect(again.error?.status).toBe(400);
  const { data } = await serviceRole().from('profiles').select('id').eq('id', id);
  expect(data).toEqual([]);
}

/** Listens to the person's own topic from another device; `ended` is when the channel ends. */
async function listening({ username, id }: Person): Promise<{ ended: Promise<void> }> {
  const { client } = await signIn(username);
  await client.realtime.setAuth();
  const channel = client.channel(`user:${id}`, { config: { private: true } });
  const [joined, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joined.resolve();
    else end.resolve();
  });
  await Promise.race([
    joined.promise,
    end.promise.then(() => Promise.reject(new Error('refused'))),
  ]);
  return { ended: end.promise.then(() => client.realtime.disconnect()).then(() => undefined) };
}

test(
  'design §4 deletion: who deletes their own account leaves nothing in any table',
  { timeout: 90_000 },
  async () => {
    chief = await register('Chief', { setupCode: await own.setupCode() });
    expect(
      (
        await call('admin/registration', {
          method: 'PATCH',
          ...as({ mode: 'closed' }, chief.token),
        })
      ).status,
    ).toBe(200);
    const closed = { username: 'stranger', password, invitation: await invitation(chief.token) };
    expect(await call('account/register', { body: closed })).toMatchObject({
      status: 403,
      body: { code: 'registration_closed' },
    });
    expect(
      (
        await call('admin/registration', {
          method: 'PATCH',
          ...as({ mode: 'invite' }, chief.token),
        })
      ).status,
    ).toBe(200);

    const anna = await register('Anna', { invitation: await invitation(chief.token) });
    await furnish(anna, 'Anna');
    expect((await tracesOf(anna)).length).toBeGreaterThan(12);
    const { ended } = await listening(anna);
    const listener = await listen((await signIn(chief.username)).client, 'admin');

    const remove = (currentPassword: string) =>
      call('account/delete', as({ currentPassword }, anna.token));
    expect(await remove('wrong')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect((await tracesOf(anna)).length).toBeGreaterThan(12);
    expect(await remove(password)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your account and everything in it has been deleted.' },
    });
    expect(await tracesOf(anna)).toEqual([]);
    await isLockedOut(anna);
    await ended;
    const message = await listener.waitFor(
      ({ table, op }) => table === 'profiles' && op === 'DELETE',
    );
    expect(message).toEqual({ id: message.id, table: 'profiles', op: 'DELETE' });
  },
);

test(
  'design §4 deletion: whom an administrator deletes leaves nothing in any table',
  { timeout: 90_000 },
  async () => {
    const bert = await register('Bert', { invitation: await invitation(chief.token) });
    await furnish(bert, 'Bert');
    const { ended } = await listening(bert);
    const remove = (username: string, id = bert.id) =>
      call(`admin/users/${id}`, { method: 'DELETE', ...as({ username }, chief.token) });
    expect(await remove('Anna-Zebra')).toMatchObject({
      status: 400,
      body: { code: 'name_mismatch' },
    });
    expect(await remove(chief.username, chief.id)).toMatchObject({
      status: 409,
      body: { code: 'own_account' },
    });
    expect((await tracesOf(bert)).length).toBeGreaterThan(12);
    expect(await remove(' bert-zebra ')).toMatchObject({ status: 200 });
    expect(await tracesOf(bert)).toEqual([]);
    await isLockedOut(bert);
    await ended;

    const events = await call('admin/events', { method: 'GET', token: chief.token });
    expect(events.body).toEqual(
      expect.arrayContaining(
        [
          { action: 'delete_user', actor: chief.username, target: 'a deleted user', detail: {} },
          { action: 'create_invitation', actor: 'a deleted user', target: null, detail: {} },
          { action: 'set_registration', actor: 'a deleted user', detail: { mode: 'invite' } },
        ].map((event) => expect.objectContaining(event)),
      ),
    );
  },
);

test('design §4 deletion: the identity service’s own deletion leaves nothing either', async () => {
  const carl = await register('Carl', { invitation: await invitation(chief.token) });
  await furnish(carl, 'Carl');
  expect((await serviceRole().auth.admin.deleteUser(carl.id)).error).toBeNull();
  expect(await tracesOf(carl)).toEqual([]);
});

test('design §4 deletion: the only administrator stays while there are others, the very last user may go', async () => {
  const dora = await register('Dora', { invitation: await invitation(chief.token) });
  const remove = ({ token }: Person) =>
    call('account/delete', as({ currentPassword: password }, token));
  expect(await remove(chief)).toMatchObject({
    status: 409,
    body: {
      code: 'last_administrator',
      message: 'You are the only administrator. Make somebody else administrator first.',
    },
  });
  expect((await remove(dora)).status).toBe(200);
  const left = await invitation(chief.token);
  expect(
    (await api('DELETE', '/user', as({ currentPassword: password }, chief.token))).status,
  ).toBe(200);
  expect(await tracesOf(chief)).toEqual([]);
  for (const table of ['admin_events', 'invitations', 'registration_settings', 'email_settings']) {
    const { rows } = await database.query(`select * from public.${table}`);
    expect(rows).toEqual([]);
  }
  // As at its first start: the setup code of this start, and no invitation of before.
  const registration = await call('account/registration', { method: 'GET' });
  expect(registration.body).toEqual({ mode: 'invite', setup: true });
  const body = { username: 'mallory', password, invitation: left };
  expect(await call('account/register', { body })).toMatchObject({
    status: 403,
    body: { code: 'setup_code_required' },
  });
  const erik = await register('Erik', { setupCode: await own.setupCode() });
  expect((await call('admin/users', { method: 'GET', token: erik.token })).status).toBe(200);
  expect(field(await api('GET', '/auth/user', { token: erik.token }), 'isAdmin')).toBe(true);
});
