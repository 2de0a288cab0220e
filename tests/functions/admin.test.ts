import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { adminUserSchema } from '#domain/admin.ts';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, serviceRole, unique } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { forge, tamper, unsign } from '../support/tokens.ts';
import { call, type Call } from './support/call.ts';
import * as z from 'zod/mini';

const someone = randomUUID();
const mailConfig = {
  emailService: 'gmail',
  emailUser: 'post@example.com',
  emailPass: 'app-password',
};

/** Every route of `admin`, with a body that is right. */
const routes: [path: string, call: Call][] = [
  ['users', { method: 'GET' }],
  ['users', { body: { username: 'anna', password: 'Abcdefg1' } }],
  [`users/${someone}`, { method: 'DELETE', body: { username: 'anna' } }],
  ['registration', { method: 'GET' }],
  ['registration', { method: 'PATCH', body: { mode: 'open' } }],
  ['invitations', { body: {} }],
  [`invitations/${someone}`, { method: 'DELETE' }],
  [`users/${someone}/admin`, { method: 'PATCH', body: { isAdmin: true } }],
  [`users/${someone}/reset-password`, { body: { newPassword: 'Abcdefg1' } }],
  ['events', { method: 'GET' }],
  ['email', { method: 'GET' }],
  ['configure-email', { body: mailConfig }],
  ['test-email', { body: mailConfig }],
];

test.each(routes)(
  'spec §6 admin: %s is refused to all but administrators',
  async (path, options) => {
    const anna = await actor('anna');
    const chief = await actor('chief', { admin: true });
    const claims = { sub: chief.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 };
    const worthless = {
      nobody: undefined,
      garbage: 'garbage',
      'a forged token': forge(claims),
      'a service role forged': forge({ role: 'service_role', exp: 4e9 }),
      'another one’s token made out to the administrator': tamper(anna.token, { sub: chief.id }),
      'an unsigned token': unsign(chief.token),
    };
    for (const [who, token] of Object.entries(worthless)) {
      const answer = await call(`admin/${path}`, { ...options, ...(token && { token }) });
      expect(answer, who).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }

    const refused = { status: 403, body: { code: 'not_admin' } };
    expect(await call(`admin/${path}`, { ...options, token: anna.token })).toMatchObject(refused);

    const { error } = await serviceRole()
      .from('profiles')
      .update({ is_admin: false })
      .eq('id', chief.id);
    expect(error).toBeNull();
    expect(await call(`admin/${path}`, { ...options, token: chief.token })).toMatchObject(refused);
  },
);

test('spec §7 admin: the list has every user with the spec’s fields and the second step, by username', async () => {
  const chief = await actor('chief', { admin: true });
  const made = [await actor('zoe'), await actor('Anton'), await actor('berta')];
  const answer = await call('admin/users', { method: 'GET', token: chief.token });
  expect(answer.status).toBe(200);
  const users = z.array(adminUserSchema).parse(answer.body);
  const names = users.map(({ username }) => username);
  expect(names.filter((name) => made.some(({ username }) => username === name))).toEqual(
    [made[1], made[2], made[0]].map((one) => one?.username),
  );
  expect(users.find(({ id }) => id === chief.id)).toMatchObject({ isAdmin: true });
  expect(Object.keys(users[0] ?? {}).toSorted()).toEqual(
    ['createdAt', 'email', 'hasSecondStep', 'id', 'isAdmin', 'username'].toSorted(),
  );
});

test('spec §6 admin: rights granted and taken hold at the next call and are recorded', async () => {
  const chief = await actor('chief', { admin: true });
  const anna = await actor('anna');
  const flag = (isAdmin: unknown) =>
    call(`admin/users/${anna.id}/admin`, {
      method: 'PATCH',
      token: chief.token,
      body: { isAdmin },
    });
  const list = () => call('admin/users', { method: 'GET', token: anna.token });
  expect(await flag(true)).toMatchObject({ status: 200, body: { success: true } });
  expect((await list()).status).toBe(200);
  expect(await flag(false)).toMatchObject({ status: 200 });
  expect((await list()).status).toBe(403);
  expect(await flag('yes')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });

  const events = await call('admin/events', { method: 'GET', token: chief.token });
  const own = z
    .array(
      z.object({
        action: z.string(),
        actor: z.nullable(z.string()),
        target: z.nullable(z.string()),
      }),
    )
    .parse(events.body)
    .filter(({ target }) => target === anna.username);
  expect(own).toEqual([
    { action: 'revoke_admin', actor: chief.username, target: anna.username },
    { action: 'grant_admin', actor: chief.username, target: anna.username },
  ]);
});

test('spec §6 admin: an unknown user is 404', async () => {
  const chief = await actor('chief', { admin: true });
  for (const id of [someone, 'not-an-id']) {
    const flag = { method: 'PATCH', token: chief.token, body: { isAdmin: true } } as const;
    const answer = await call(`admin/users/${id}/admin`, flag);
    expect(answer.status).toBe(id === someone ? 404 : 400);
    const reset = { token: chief.token, body: { newPassword: 'Abcdefg1' } };
    const second = await call(`admin/users/${id}/reset-password`, reset);
    expect(second.status).toBe(id === someone ? 404 : 400);
  }
});

test('spec §5 admin reset: sets the password by the spec’s rules, ends the user’s sessions, is recorded', async () => {
  const chief = await actor('chief', { admin: true });
  const anna = await actor('anna');
  const reset = (newPassword: string) =>
    call(`admin/users/${anna.id}/reset-password`, { token: chief.token, body: { newPassword } });
  expect(await reset('abcdefg1')).toMatchObject({
    status: 400,
    body: { message: 'Password must contain at least one uppercase letter' },
  });
  expect((await anna.client.auth.getUser()).error).toBeNull();

  expect(await reset('Abcdefg1')).toMatchObject({ status: 200, body: { success: true } });
  expect((await anna.client.auth.getUser()).error).not.toBeNull();
  const email = usernameToEmail(anna.username);
  expect(
    (await nobody().auth.signInWithPassword({ email, password: 'Abcdefg1' })).error,
  ).toBeNull();
  expect((await chief.client.auth.getUser()).error).toBeNull();

  const { data } = await serviceRole()
    .from('admin_events')
    .select('action, actor_id, detail')
    .eq('subject_id', anna.id);
  expect(data).toEqual([
    {
      action: 'reset_password',
      actor_id: chief.id,
      detail: { actor: chief.username, subject: anna.username },
    },
  ]);
});

test('spec §5 admin reset: resetting one’s own password ends the own session, since it asked for no current one', async () => {
  const chief = await actor('chief', { admin: true });
  const answer = await call(`admin/users/${chief.id}/reset-password`, {
    token: chief.token,
    body: { newPassword: 'Abcdefg1' },
  });
  expect(answer.status).toBe(200);
  expect((await chief.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const email = usernameToEmail(chief.username);
  const again = await nobody().auth.signInWithPassword({ email, password: 'Abcdefg1' });
  expect(again.error).toBeNull();
});

test('design §4 admin: a user who was created has to choose a password, and may do nothing more', async () => {
  const chief = await actor('chief', { admin: true });
  const username = unique('Bea Groß');
  const email = `${unique('bea')}@example.com`;
  const password = 'Abcdefg1';
  const create = (body: object) => call('admin/users', { token: chief.token, body });
  const made = await create({ username, email, password });
  expect(made).toMatchObject({ status: 201, body: { success: true, message: 'User created' } });
  const id = z.object({ id: z.uuid() }).parse(made.body).id;
  onTestFinished(async () => {
    await serviceRole().auth.admin.deleteUser(id);
  });
  const taken = await create({ username: username.toUpperCase(), password });
  expect(taken).toMatchObject({ status: 409, body: { code: 'username_taken' } });
  const other = { username: unique('other'), password, email: email.toUpperCase() };
  expect(await create(other)).toMatchObject({ status: 409, body: { code: 'email_taken' } });

  const client = nobody();
  const signedIn = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  expect(signedIn.error).toBeNull();
  const profile = await client.from('profiles').select('*').single();
  expect(profile.data).toMatchObject({
    id,
    username,
    email,
    is_admin: false,
    must_change_password: true,
  });
  const token = signedIn.data.session?.access_token ?? '';
  const remove = { token, body: { currentPassword: password } };
  expect(await call('account/delete', remove)).toMatchObject({
    status: 403,
    body: { code: 'password_change_required' },
  });
  const change = { token, body: { currentPassword: password, newPassword: 'my own-1' } };
  expect((await call('account/change-password', change)).status).toBe(200);
  const own = { token, body: { currentPassword: 'my own-1' } };
  expect((await call('account/delete', own)).status).toBe(200);
});

test('spec §5 e-mail configuration: the rules hold on the server', async () => {
  const chief = await actor('chief', { admin: true });
  const wrong: [Record<string, unknown>, string][] = [
    [{ emailUser: 'post' }, 'Please enter a valid email address'],
    [{ emailPass: '' }, 'Password is required'],
    [{ emailService: 'pigeon' }, 'Please select an email service'],
    [{ emailService: 'custom' }, 'Please enter the host name of the mail server'],
  ];
  for (const path of ['admin/configure-email', 'admin/test-email']) {
    for (const [change, message] of wrong) {
      const body = { ...mailConfig, ...change };
      expect(await call(path, { token: chief.token, body })).toMatchObject({
        status: 400,
        body: { message, code: 'invalid_request' },
      });
    }
  }
});

test('spec §6 admin: administrators are notified of new users without a reload', async () => {
  const chief = await actor('chief', { admin: true });
  const listener = await listen(chief.client, 'admin');
  const anna = await actor('anna');
  await listener.waitFor(({ table, op }) => table === 'profiles' && op === 'INSERT');
  // That there is somebody, not who: whoever administers asks for the list.
  expect(JSON.stringify(listener.received)).not.toContain(anna.id);
});

test.each([
  ['consume_rate_limits', { limits: [] }],
  ['reset_rate_limits', { keys: [] }],
  ['check_availability', { wanted_username: 'a', wanted_email: 'a@b.example' }],
  ['accounts_to_recover', { address: 'a', mail: 'a@b.example' }],
  ['redeem_temporary_password', { address: 'a', hash: 'b' }],
  ['set_administrator', { subject: someone, value: true, actor: null }],
  ['save_email_settings', { settings: {}, actor: null }],
  ['registration_state', {}],
  ['set_registration', { mode: 'open', actor: null }],
  ['create_invitation', { hash: 'a', email: null, actor: null }],
  ['revoke_invitation', { invitation: someone, actor: null }],
  ['open_invitations', {}],
  ['announce_act', { act: {} }],
  ['delete_user', { subject: someone, actor: null }],
  ['change_email', { subject: someone, wanted: '' }],
])('spec §6 admin: %s is for the functions only', async (name, args) => {
  const chief = await actor('chief', { admin: true });
  for (const client of [nobody(), chief.client]) {
    const { error } = await client.rpc(name, args);
    expect(error?.code).toBe('42501');
  }
});
