import { expect, onTestFinished, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { forge } from '../support/tokens.ts';
import { call } from './support/call.ts';
import { startFunction } from './support/deno.ts';

const newPassword = 'New-secret-2';

test('spec §7 change password: the new one signs in, the old one no more', async () => {
  const anna = await actor('anna');
  const answer = await call('account/change-password', {
    token: anna.token,
    body: { currentPassword: anna.password, newPassword },
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const email = usernameToEmail(anna.username);
  const old = await nobody().auth.signInWithPassword({ email, password: anna.password });
  expect(old.error?.code).toBe('invalid_credentials');
  expect(
    (await nobody().auth.signInWithPassword({ email, password: newPassword })).error,
  ).toBeNull();
});

test('design §4: a password change ends the user’s other sessions and keeps this one', async () => {
  const anna = await actor('anna');
  const other = nobody();
  const email = usernameToEmail(anna.username);
  await other.auth.signInWithPassword({ email, password: anna.password });
  const answer = await call('account/change-password', {
    token: anna.token,
    body: { currentPassword: anna.password, newPassword },
  });
  expect(answer.status).toBe(200);
  expect((await anna.client.auth.getUser()).error).toBeNull();
  expect((await other.auth.getUser()).error).toMatchObject({
    name: 'AuthSessionMissingError',
  });
  expect((await other.auth.refreshSession()).error).not.toBeNull();
});

test('design §4: the live channel of the other session closes, and receives nothing more', async () => {
  const anna = await actor('anna');
  const own = await listen(anna.client, `user:${anna.id}`);
  const other = nobody();
  const email = usernameToEmail(anna.username);
  await other.auth.signInWithPassword({ email, password: anna.password });
  const states: string[] = [];
  const received: unknown[] = [];
  await other.realtime.setAuth();
  other
    .channel(`user:${anna.id}`, { config: { private: true } })
    .on('broadcast', { event: 'change' }, ({ payload }) => received.push(payload))
    .subscribe((state) => states.push(state));
  onTestFinished(async () => {
    await other.removeAllChannels();
  });
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(['SUBSCRIBED']);

  const answer = await call('account/change-password', {
    token: anna.token,
    body: { currentPassword: anna.password, newPassword },
  });
  expect(answer.status).toBe(200);
  await expect
    .poll(() => states.at(-1), { timeout: 10_000 })
    .toMatch(/^(CLOSED|CHANNEL_ERROR|TIMED_OUT)$/);
  await anna.client.from('tasks').insert({ title: 'Not for them' });
  await own.waitFor(({ table, op }) => table === 'tasks' && op === 'INSERT');
  expect(JSON.stringify(received)).not.toContain('Not for them');
  expect(states.filter((state) => state === 'SUBSCRIBED')).toHaveLength(1);
});

test('spec §7 change password: a wrong current password changes nothing', async () => {
  const anna = await actor('anna');
  expect(
    await call('account/change-password', {
      token: anna.token,
      body: { currentPassword: 'wrong', newPassword },
    }),
  ).toMatchObject({
    status: 400,
    body: { code: 'wrong_password', message: 'Current password is incorrect' },
  });
  const email = usernameToEmail(anna.username);
  const again = await nobody().auth.signInWithPassword({ email, password: anna.password });
  expect(again.error).toBeNull();
});

test('spec §7 change password: guessing the current password ends in 429 with the time to wait, also after a restart', async () => {
  const anna = await actor('anna');
  const account = await startFunction('account', {});
  onTestFinished(account.stop);
  const guess = (base = account.base) =>
    call('account/change-password', {
      base,
      token: anna.token,
      body: { currentPassword: 'wrong', newPassword },
    });
  const answers = [];
  for (let guesses = 0; guesses < 11; guesses += 1) answers.push(await guess());
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429]);
  const last = answers.at(-1);
  expect(last?.body).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/try again in \d+ (seconds|minutes)/),
  });
  const seconds = Number(last?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(90);

  // The count outlives the process that has counted.
  await account.stop();
  const restarted = await startFunction('account', {});
  onTestFinished(restarted.stop);
  expect((await guess(restarted.base)).status).toBe(429);
});

test('design §4: an open session alone changes no password, neither here nor at the identity service', async () => {
  const anna = await actor('anna');
  for (const current_password of [undefined, '', 'guess-1', newPassword]) {
    const wish = {
      password: newPassword,
      ...(current_password !== undefined && { current_password }),
    };
    const { error } = await anna.client.auth.updateUser(wish);
    expect(error?.status).toBe(400);
  }
  const email = usernameToEmail(anna.username);
  const again = await nobody().auth.signInWithPassword({ email, password: anna.password });
  expect(again.error).toBeNull();
});

test('spec §5 change password: the same password again is refused', async () => {
  const anna = await actor('anna');
  expect(
    await call('account/change-password', {
      token: anna.token,
      body: { currentPassword: anna.password, newPassword: anna.password },
    }),
  ).toMatchObject({ status: 400, body: { code: 'same_password' } });
});

test('design §6: nobody and forged tokens change no password', async () => {
  const anna = await actor('anna');
  const body = { currentPassword: anna.password, newPassword };
  const forged = forge({ sub: anna.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 });
  for (const token of [undefined, 'garbage', 'a.b.c', forged]) {
    const answer = await call('account/change-password', { body, ...(token && { token }) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  }
});
