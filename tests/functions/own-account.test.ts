import { expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, serviceRole, unique, type Actor } from '../support/actors.ts';
import { forge, tamper, unsign } from '../support/tokens.ts';
import { call } from './support/call.ts';

const profileOf = async ({ id }: Actor) =>
  (await serviceRole().from('profiles').select('email').eq('id', id).maybeSingle()).data;
const changeEmail = (who: Actor, email: string, currentPassword = who.password) =>
  call('account/change-email', { token: who.token, body: { email, currentPassword } });

test.each(['change-email', 'delete'])(
  'design §4 %s: only with a session and the password of its owner',
  async (path) => {
    const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
    const claims = { sub: anna.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 };
    const body = { email: '', currentPassword: anna.password };
    const worthless = [
      undefined,
      'garbage',
      forge(claims),
      forge({ role: 'service_role', exp: 4e9 }),
      tamper(bert.token, { sub: anna.id }),
      unsign(anna.token),
    ];
    for (const token of worthless) {
      const answer = await call(`account/${path}`, { body, ...(token && { token }) });
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
    // Another user with this password changes their own account, and it is not theirs.
    expect(await call(`account/${path}`, { body, token: bert.token })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    expect(await profileOf(anna)).toEqual({ email: null });
    expect(await profileOf(bert)).toEqual({ email: null });
  },
);

test('design §4 change e-mail: replaces and removes the address, by the rules of registration', async () => {
  const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
  const email = `${unique('Anna')}@example.com`;
  expect(await changeEmail(anna, ` ${email} `)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your email address has been changed.' },
  });
  expect(await profileOf(anna)).toEqual({ email });
  expect(await changeEmail(bert, email.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'email_taken', message: 'This email address is already in use' },
  });
  for (const wrong of ['anna@', `${'x'.repeat(250)}@example.com`]) {
    expect(await changeEmail(anna, wrong)).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid email address' },
    });
  }
  expect((await changeEmail(anna, '')).status).toBe(200);
  expect(await profileOf(anna)).toEqual({ email: null });
});

test('design §4 change e-mail: what was mailed to the address before opens nothing, nor does a trace stay', async () => {
  const username = unique('anna');
  const password = `Pw-${username}`;
  const email = `${unique('before')}@example.com`;
  const body = { username, password, email };
  expect((await call('account/register', { body })).status).toBe(201);
  const client = nobody();
  const { data } = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  const id = data.user?.id ?? '';
  const token = data.session?.access_token ?? '';
  const reset = { user_id: id, token_hash: unique('hash'), expires_at: '2099-01-01' };
  expect((await serviceRole().from('password_resets').insert(reset)).error).toBeNull();
  const answer = await call('account/change-email', {
    token,
    body: { email: `${unique('after')}@example.com`, currentPassword: password },
  });
  expect(answer.status).toBe(200);
  const left = await serviceRole().from('password_resets').select('id').eq('user_id', id);
  expect(left.data).toEqual([]);
  const user = await serviceRole().auth.admin.getUserById(id);
  expect(JSON.stringify(user.data)).not.toContain(email);
  // The session that did it goes on.
  expect((await client.auth.getUser()).error).toBeNull();
  const gone = await call('account/delete', { token, body: { currentPassword: password } });
  expect(gone.status).toBe(200);
});

test('design §4 registration: an installation on this machine alone is open and asks for no code', async () => {
  const state = await call('account/registration', { method: 'GET' });
  expect(state).toMatchObject({ status: 200, body: { mode: 'open', setup: false } });
  for (const body of [{}, { invitation: '' }, { invitation: 'x'.repeat(101) }]) {
    expect(await call('account/check-invitation', { body })).toMatchObject({ status: 400 });
  }
  const unknown = await call('account/check-invitation', { body: { invitation: unique('x') } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'invitation_invalid' } });
});
