import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usernameToEmail } from '#domain/account.ts';
import { adminUserSchema } from '#domain/admin.ts';
import { actor, nobody, serviceRole, type Actor } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword } from '../support/programs.ts';
import { codeOf, enrol } from '../support/second-step.ts';
import { api } from '../functions/support/api.ts';
import { call } from '../functions/support/call.ts';

async function firstStep({ username, password }: Actor) {
  const client = nobody();
  const email = usernameToEmail(username);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

const recoveryCodes = async (token: string): Promise<string[]> => {
  const answer = await call('account/recovery-codes', { token });
  expect(answer.status).toBe(200);
  return (answer.body as { codes: string[] }).codes;
};
const recover = (token: string, code: string) =>
  call('account/recover-second-step', { token, body: { code } });

test('design §4 second step: a code opens what the password does not', async () => {
  const anna = await actor('anna');
  const { factorId, secret } = await enrol(anna);
  const { client } = await firstStep(anna);
  const code = codeOf(secret);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect((await client.rpc('push_changes', { changes: [] })).error).toBeNull();
  await listen(client, `user:${anna.id}`);
});

test('design §4 second step: programs go on by their app passwords', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'api');
  const tasks = () => api('GET', '/tasks', { token: password });
  expect((await tasks()).status).toBe(200);
  await enrol(anna);
  expect((await tasks()).status).toBe(200);
});

test('design §4 recovery codes: eight, each for one sign-in, new ones void the former', async () => {
  const anna = await actor('anna');
  const early = await call('account/recovery-codes', { token: anna.token });
  expect(early).toMatchObject({ status: 409, body: { code: 'second_step_off' } });
  const { token: full } = await enrol(anna);
  const former = await recoveryCodes(full);
  const codes = await recoveryCodes(full);
  expect(new Set(codes).size).toBe(8);
  const [code = ''] = codes;
  expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const stored = await serviceRole().from('recovery_codes').select().eq('user_id', anna.id);
  expect(JSON.stringify(stored.data)).not.toContain(code);

  const { client, token } = await firstStep(anna);
  expect(await recover(token, former[0] ?? '')).toMatchObject({
    status: 400,
    body: { code: 'wrong_code', message: 'This recovery code is not right' },
  });
  expect(await recover(token, code.toUpperCase())).toMatchObject({
    status: 200,
    body: { left: 7 },
  });
  expect((await client.rpc('push_changes', { changes: [] })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.rpc('needs_second_step')).data).toBe(false);
  expect((await recover(token, code)).status).toBe(409);
  const next = await firstStep(anna);
  expect((await recover(next.token, code)).status).toBe(400);
  expect((await recover('garbage', code)).status).toBe(401);
  expect((await call('account/recover-second-step', { body: { code } })).status).toBe(401);
});

test('design §4 recovery codes: one opens the password and the authenticator that is lost', async () => {
  const anna = await actor('anna');
  const { factorId: lost, token: full } = await enrol(anna);
  const [code = ''] = await recoveryCodes(full);
  const { client, token } = await firstStep(anna);
  const passwords = { currentPassword: anna.password, newPassword: 'New-secret-2' };
  const change = () => call('account/change-password', { token, body: passwords });
  expect(await change()).toMatchObject({ status: 403, body: { code: 'second_step_required' } });
  expect((await client.auth.mfa.unenroll({ factorId: lost })).error).not.toBeNull();
  expect((await recover(token, code)).status).toBe(200);
  expect((await change()).status).toBe(200);
  const { secret } = await enrol({ client }, 'New phone');
  expect((await client.auth.mfa.unenroll({ factorId: lost })).error).toBeNull();
  const next = await firstStep({ ...anna, password: passwords.newPassword });
  const factors = succeeded(await next.client.auth.mfa.listFactors()).totp;
  expect(factors.map(({ friendly_name: name }) => name)).toEqual(['New phone']);
  const [{ id: factorId } = { id: '' }] = factors;
  const entered = await next.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect(entered.error).toBeNull();
});

test('design §4 recovery codes: what one opened is the password’s alone once two steps are off', async () => {
  const anna = await actor('anna');
  const [code = ''] = await recoveryCodes((await enrol(anna)).token);
  const { client, token } = await firstStep(anna);
  expect((await recover(token, code)).status).toBe(200);
  const body = { currentPassword: anna.password };
  expect((await call('account/second-step-off', { token, body })).status).toBe(200);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal1' });
  expect((await client.rpc('push_changes', { changes: [] })).error).toBeNull();
});

test('design §4 second step: turned off with the password, and the codes go with it', async () => {
  const anna = await actor('anna');
  const { token } = await enrol(anna);
  await recoveryCodes(token);
  const off = (currentPassword: string) =>
    call('account/second-step-off', { token, body: { currentPassword } });
  expect((await off('wrong')).status).toBe(400);
  expect((await off(anna.password)).status).toBe(200);
  const { client } = await firstStep(anna);
  expect((await client.rpc('push_changes', { changes: [] })).error).toBeNull();
  const left = await serviceRole().from('recovery_codes').select('id').eq('user_id', anna.id);
  expect(left.data).toEqual([]);
});

test('design §4 second step: an administrator takes it off whoever is locked out, recorded', async () => {
  const [anna, bert, chief] = await Promise.all([
    actor('anna'),
    actor('bert'),
    actor('chief', { admin: true }),
  ]);
  await enrol(anna);
  const off = (token: string) =>
    call(`admin/users/${anna.id}/second-step`, { method: 'DELETE', token });
  const listed = async () => {
    const { body } = await call('admin/users', { method: 'GET', token: chief.token });
    return z
      .array(adminUserSchema)
      .parse(body)
      .find(({ id }) => id === anna.id)?.hasSecondStep;
  };
  expect(await listed()).toBe(true);
  expect((await off(bert.token)).status).toBe(403);
  expect((await off(chief.token)).status).toBe(200);
  expect(await listed()).toBe(false);
  const { client } = await firstStep(anna);
  expect((await client.rpc('push_changes', { changes: [] })).error).toBeNull();
  const events = await serviceRole()
    .from('admin_events')
    .select('action')
    .eq('subject_id', anna.id);
  expect(events.data).toEqual([{ action: 'remove_second_step' }]);
  // Their own takes their password, in Settings.
  const { token } = await enrol(chief);
  const own = await call(`admin/users/${chief.id}/second-step`, { method: 'DELETE', token });
  expect(own).toMatchObject({ status: 409, body: { code: 'own_account' } });
  const nobodys = await call(`admin/users/${crypto.randomUUID()}/second-step`, {
    method: 'DELETE',
    token,
  });
  expect(nobodys.status).toBe(404);
});
