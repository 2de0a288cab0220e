import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serviceRole } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { api } from './support/api.ts';
import { call } from './support/call.ts';
import { useOwnStack } from './support/own-stack.ts';

// npm run admin on an exposed installation that nobody has an account on yet; in order.

const own = useOwnStack({ SITE_URL: 'https://almanac.example' });
const tool = join(import.meta.dirname, '../../tools/admin.ts');

async function admin(...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: own.dataDir,
    PORT: new URL(supabase.url).port,
    SITE_URL: 'https://almanac.example',
  };
  const child = spawn(process.execPath, [tool, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await closed, output, complaint };
}

const names = async () => {
  const { data } = await serviceRole()
    .from('profiles')
    .select('username, is_admin, must_change_password')
    .order('created_at')
    .overrideTypes<object[], { merge: false }>();
  return data;
};
const register = (account: object) =>
  call('account/register', { body: { password: 'Secret-1', ...account } });

test('design §4 admin: create makes the first account, which administers and chooses a password', async () => {
  const { code, output } = await admin('create', ' Anna Groß ');
  expect(code).toBe(0);
  const [, password = ''] =
    /^Anna Groß signs in with (\S+) and then has to choose a new password\. It is the first account and administers\.\n$/.exec(
      output,
    ) ?? [];
  expect(password.length).toBeGreaterThanOrEqual(16);
  const login = await api('POST', '/auth/login', { body: { username: 'anna groß', password } });
  expect(login).toMatchObject({ status: 200, body: { mustChangePassword: true } });
  expect(await names()).toEqual([
    { username: 'Anna Groß', is_admin: true, must_change_password: true },
  ]);
  const registration = await call('account/registration', { method: 'GET' });
  expect(registration.body).toEqual({ mode: 'invite', setup: false });
  expect(await admin('create', 'ANNA GROSS')).toMatchObject({
    code: 1,
    complaint: 'There is a user "ANNA GROSS" already.\n',
  });
  expect(await admin('create', 'x'.repeat(65))).toMatchObject({
    code: 1,
    complaint: 'Username must be at most 64 characters\n',
  });
});

test('design §4 admin: registration chooses the mode, whoever else may register', async () => {
  expect(await admin('registration', 'closed')).toMatchObject({
    code: 0,
    output: 'Registration is closed.\n',
  });
  expect(await register({ username: 'bert' })).toMatchObject({
    status: 403,
    body: { code: 'registration_closed' },
  });
  // Not even closed registration keeps the person at the machine from making accounts.
  const created = await admin('create', 'berta');
  expect(created).toMatchObject({ code: 0, output: expect.not.stringContaining('administers') });
  expect(await admin('registration', 'both')).toMatchObject({
    code: 1,
    complaint: 'Registration is open, invite or closed.\n',
  });
  expect(await admin('registration', 'invite')).toMatchObject({
    output: 'Registration is by invitation.\n',
  });
});

test('design §4 admin: invite prints a link that makes one account', async () => {
  const { code, output } = await admin('invite', 'carl@example.com');
  expect(code).toBe(0);
  const [, invitation = ''] =
    /^https:\/\/almanac\.example\/register#invitation=([\w-]{27})\nmakes one account within seven days\.\n$/.exec(
      output,
    ) ?? [];
  const check = await call('account/check-invitation', { body: { invitation } });
  expect(check.body).toEqual({ email: 'carl@example.com' });
  expect((await register({ username: 'carl', invitation })).status).toBe(201);
  expect((await register({ username: 'dora', invitation })).status).toBe(404);
  expect(await admin('invite', 'nonsense')).toMatchObject({
    code: 1,
    complaint: 'Please enter a valid email address\n',
  });
  expect((await admin('invite')).code).toBe(0);
});

test('design §4 admin: delete asks, or is told with --yes, and keeps the last administrator', async () => {
  expect(await admin('delete', 'berta')).toMatchObject({
    code: 1,
    complaint: 'There is no terminal to ask at: add --yes to delete without asking.\n',
  });
  expect(await admin('delete', 'anna groß', '--yes')).toMatchObject({
    code: 1,
    complaint: 'The last administrator cannot be deleted\n',
  });
  expect(await admin('delete', 'nobody', '--yes')).toMatchObject({ code: 1 });
  expect(await names()).toHaveLength(3);
  expect(await admin('delete', 'BERTA', '--yes')).toMatchObject({
    code: 0,
    output: 'berta and everything of theirs is deleted.\n',
  });
  expect(await names()).toHaveLength(2);
  for (const args of [['grant', 'carl', '--yes'], ['create'], ['delete'], ['invite', 'a', 'b']]) {
    const { code, complaint } = await admin(...args);
    expect([code, complaint]).toEqual([1, expect.stringContaining('npm run admin -- create NAME')]);
  }
});

test('design §4 admin: all of it is in the audit log, done by the person at the machine', async () => {
  const { data } = await serviceRole()
    .from('admin_events')
    .select('action, actor_id, detail')
    .order('id');
  expect(data).toEqual(
    [
      ['create_user', { actor: null, subject: 'Anna Groß' }],
      ['set_registration', { actor: null, mode: 'closed' }],
      ['create_user', { actor: null, subject: 'a deleted user' }],
      ['set_registration', { actor: null, mode: 'invite' }],
      ['create_invitation', { actor: null }],
      ['create_invitation', { actor: null }],
      ['delete_user', { actor: null, subject: 'a deleted user' }],
    ].map(([action, detail]) => ({ action, actor_id: null, detail })),
  );
});
