import { expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody } from '../support/actors.ts';
import { enrol } from '../support/second-step.ts';
import { api } from './support/api.ts';
import { call } from './support/call.ts';
import { useOwnStack } from './support/own-stack.ts';

useOwnStack({ ADMIN_TWO_STEP: 'required' });

test('design §4 ADMIN_TWO_STEP: administrators administer once they sign in in two steps', async () => {
  const chief = await actor('chief', { admin: true });
  const wanted = { status: 403, body: { code: 'second_step_wanted' } };
  expect(await call('admin/users', { method: 'GET', token: chief.token })).toMatchObject(wanted);
  expect(await api('GET', '/admin/users', { token: chief.token })).toMatchObject(wanted);
  // Everything else is theirs as before.
  expect((await api('GET', '/tasks', { token: chief.token })).status).toBe(200);
  const { token } = await enrol(chief);
  expect((await call('admin/users', { method: 'GET', token })).status).toBe(200);
});

test('design §4 recovery codes: somebody else’s are worth nothing, and guessing is limited', async () => {
  const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
  const made = await call('account/recovery-codes', { token: (await enrol(anna)).token });
  const [code = ''] = (made.body as { codes: string[] }).codes;
  await enrol(bert);
  const { data } = await nobody().auth.signInWithPassword({
    email: usernameToEmail(bert.username),
    password: bert.password,
  });
  const token = data.session?.access_token ?? '';
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const answer = await call('account/recover-second-step', { token, body: { code } });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});
