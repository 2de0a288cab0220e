import { expect, test } from 'vitest';
import { createTestDatabase, createTestStack } from './testing.ts';

test('design §1: without its database the service answers 503, and heals by itself', async () => {
  const database = await createTestDatabase();
  const stack = await createTestStack(database);
  const account = await stack.newUser();
  const { token, refreshToken } = await stack.signIn(account);
  const { email, password } = account;
  const requests = () =>
    Promise.all([
      stack.ask('POST', '/token?grant_type=password', { email, password }),
      stack.refresh(refreshToken),
      stack.ask('GET', '/user', undefined, { token }),
      stack.ask('GET', '/admin/users', undefined, { key: stack.secretKey }),
    ]);

  await database.crash();
  for (const answer of await requests()) {
    expect(answer.status).toBe(503);
    expect(answer.json['msg']).toContain('not available at the moment');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  const { error } = await stack.client().auth.signInWithPassword({ email, password });
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
  expect((await stack.ask('GET', '/health')).status).toBe(200);
  // One that starts before its database does is no different.
  const early = await createTestStack(database);
  expect((await early.ask('GET', '/user', undefined, { token })).status).toBe(503);

  await database.start();
  for (const answer of await requests()) expect(answer.status).toBe(200);
  expect((await early.ask('GET', '/user', undefined, { token })).status).toBe(200);

  // Connections that are cut while requests are under way.
  const underWay = Array.from({ length: 20 }, () => stack.refresh(refreshToken));
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'auth'`,
  );
  for (const answer of await Promise.all(underWay)) expect([200, 503]).toContain(answer.status);
  for (const answer of await requests()) expect(answer.status).toBe(200);
  await early.service.close();
  await stack.service.close();
  await database.remove();
});

test('design §1: logs of a full run contain no password, token or key', async () => {
  const database = await createTestDatabase();
  const stack = await createTestStack(database);
  const password = 'a very secret password';
  const account = await stack.newUser({ password });
  const { token, refreshToken } = await stack.signIn(account);
  await stack.refresh(refreshToken);
  const conflict = { email: 'other@example.com', id: account.id, password };
  await stack.ask('POST', '/admin/users', conflict, { key: stack.secretKey });
  await database.crash();
  await stack.refresh(refreshToken);
  await stack.ask('GET', '/user', undefined, { token });
  const log = stack.lines.join('\n');
  expect(stack.lines.length).toBeGreaterThan(1);
  for (const secret of [password, token, refreshToken, stack.secretKey, '$2b$']) {
    expect(log).not.toContain(secret);
  }
  await stack.service.close();
  await database.remove();
});
