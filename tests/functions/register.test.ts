import { afterAll, expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { nobody, serviceRole, unique } from '../support/actors.ts';
import { succeeded } from '../support/outcomes.ts';
import { call } from './support/call.ts';

const made: string[] = [];

/** Registers and signs in; what it made goes at the end. */
async function register(account: { username: string; password: string; email?: string }) {
  const answer = await call('account/register', { body: account });
  if (answer.status === 201) made.push(account.username);
  return answer;
}

afterAll(async () => {
  for (const username of made) {
    const { data } = await serviceRole()
      .from('profiles')
      .select('id')
      .eq('username', username)
      .single<{ id: string }>();
    if (data) await serviceRole().auth.admin.deleteUser(data.id);
  }
});

const password = 'secret-1';

test('spec §7 register: the new user can sign in by name in any case, and has the spec’s defaults', async () => {
  const username = unique('Änna Straße');
  const answer = await register({ username, password, email: `${unique('a')}@example.com` });
  expect(answer).toMatchObject({
    status: 201,
    body: { success: true, message: 'Account created successfully' },
  });
  const client = nobody();
  const email = usernameToEmail(username.toUpperCase());
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  const profile = succeeded(
    await client.from('profiles').select('*').eq('username', username).single(),
  );
  expect(profile).toMatchObject({
    username,
    theme: 'light',
    header_color: 'blue',
    contact_view_mode: 'tile',
    must_change_password: false,
  });
});

test('spec §7 register: a taken username is 409 in any spelling, and says so', async () => {
  const username = unique('Bea Groß');
  await register({ username, password });
  for (const again of [
    username,
    username.toUpperCase(),
    ` ${username} `,
    username.normalize('NFD'),
  ]) {
    expect(await register({ username: again, password })).toMatchObject({
      status: 409,
      body: { message: 'This username is already taken', code: 'username_taken' },
    });
  }
});

test('spec §7 register: a taken e-mail is 409 in any case, and says so', async () => {
  const email = `${unique('clara')}_o'x@example.com`;
  await register({ username: unique('clara'), password, email });
  expect(
    await register({ username: unique('clara'), password, email: email.toUpperCase() }),
  ).toMatchObject({
    status: 409,
    body: { message: 'This email address is already in use', code: 'email_taken' },
  });
});

test('spec §7 register: of many who register one name at once exactly one gets it', async () => {
  const username = unique('race');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('account/register', { body: { username, password } })),
  );
  made.push(username);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409, 409, 409, 409,
  ]);
});

test.each([
  ['no body', undefined, 400, 'invalid_request'],
  ['not JSON', '{"username":', 400, 'invalid_json'],
  ['a list', [], 400, 'invalid_request'],
  ['a number as name', { username: 7, password }, 400, 'invalid_request'],
  ['a control character', { username: 'a\u0007b', password }, 400, 'invalid_request'],
  ['a short password', { username: 'anna', password: '12345' }, 400, 'invalid_request'],
  ['a bad e-mail', { username: 'anna', password, email: 'anna@' }, 400, 'invalid_request'],
  ['too much', { username: 'anna', password, more: 'x'.repeat(70_000) }, 413, 'too_large'],
])('spec §7 register: %s is refused', async (_what, body, status, code) => {
  const answer = await call('account/register', { body });
  expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } });
});

test('design §6: a form of another site is refused before it is read', async () => {
  const answer = await call('account/register', {
    body: 'username=anna&password=secret-1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
});

test('design §6: other methods and paths are refused in the same shape', async () => {
  expect(await call('account/register', { method: 'GET' })).toMatchObject({
    status: 405,
    body: { code: 'method_not_allowed' },
  });
  expect(await call('account/nothing')).toMatchObject({
    status: 404,
    body: { code: 'unknown_route' },
  });
});
