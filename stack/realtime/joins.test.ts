import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUsers, subscribe, until, type TestUsers } from './testing.ts';

let users: TestUsers;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users.stop());

test.each([
  ['a stranger’s topic', {}, 'user:somebody', 'Unauthorized: You do not have permissions to read'],
  ['an expired token', { exp: 1_000 }, '', 'InvalidJWTToken: Token has expired'],
  ['a token without expiry', { exp: undefined }, '', 'Fields `role` and `exp` are required in JWT'],
  ['a database role', { role: 'postgres' }, '', 'Fields `role` and `exp` are required in JWT'],
  ['an ended session', { session_id: randomUUID() }, '', 'Session from session_id claim'],
])('design §7: join is refused for %s', async (_, claims, topic, reason) => {
  const { sub, client } = await users.signedIn(randomUUID(), claims);
  await expect(subscribe(client, topic || `user:${sub}`)).rejects.toThrow(reason);
});

test('design §7: join is refused for a forged, a broken and a missing token', async () => {
  const sub = randomUUID();
  const [head, , signature] = users.realtime.token(sub).split('.');
  const claims = Buffer.from(JSON.stringify({ sub, role: 'authenticated', exp: 9e9 }));
  const forged = await users.realtime.client(
    `${head}.${claims.toString('base64url')}.${signature}`,
  );
  await expect(subscribe(forged, `user:${sub}`)).rejects.toThrow(
    'Failed to validate JWT signature',
  );
  const broken = await users.realtime.client('no.token');
  await expect(subscribe(broken, `user:${sub}`)).rejects.toThrow('is not a valid JWT');
  const nobody = await users.realtime.client(users.realtime.context.publishableKey);
  await expect(subscribe(nobody, `user:${sub}`)).rejects.toThrow('Unauthorized');
});

test('design §7: the end of a session closes its channels, and only those', async () => {
  const [sub, session, kept] = [randomUUID(), randomUUID(), randomUUID()];
  await users.sql.query('insert into auth.users (id) values ($1)', [sub]);
  for (const id of [session, kept]) {
    await users.sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, sub]);
  }
  const gone = await users.signedIn(sub, { session_id: session });
  const stays = await users.signedIn(sub, { session_id: kept });
  const one = await subscribe(gone.client, `user:${sub}`);
  const two = await subscribe(stays.client, `user:${sub}`);
  await users.sql.query('delete from auth.sessions where id = $1', [session]);
  await until(() => one.statuses.includes('CLOSED'));
  expect(one.system).toMatchObject([{ status: 'error', extension: 'system' }]);
  await users.last(`user:${sub}`, two);
  expect(one.messages).toHaveLength(0);
  await users.sql.query('delete from auth.users where id = $1', [sub]);
  await until(() => two.statuses.includes('CLOSED'));
});

test('design §7: an expired token ends its channel', async () => {
  const exp = Math.floor(Date.now() / 1000) + 3;
  const { sub, client } = await users.signedIn(randomUUID(), { exp });
  const own = await subscribe(client, `user:${sub}`);
  await until(() => own.statuses.includes('CLOSED'));
  expect(own.system).toMatchObject([{ message: 'Token has expired 0 seconds ago' }]);
});

test('design §7: a token of somebody else ends the channel', async () => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await client.realtime.setAuth(users.realtime.token(randomUUID()));
  await until(() => own.statuses.includes('CLOSED'));
  expect(own.system[0]?.['message']).toContain('You do not have permissions to read');
});

test('design §7: 1,000 joins at once all succeed on few database connections', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => users.signedIn()));
  let most = 0;
  const watch = setInterval(() => {
    void users.sql
      .query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name like 'realtime%'`,
      )
      .then(({ rows }) => (most = Math.max(most, rows[0]?.n ?? 0)));
  }, 50);
  const started = performance.now();
  await users.sql.query(`create policy "Rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'many:%')`);
  const joins = clients.flatMap(({ client }) =>
    Array.from({ length: 100 }, (_, n) => subscribe(client, `many:${n}`)),
  );
  await Promise.all(joins);
  clearInterval(watch);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(most).toBeLessThanOrEqual(5);
  const [first] = clients;
  await expect(first && subscribe(first.client, 'many:100')).rejects.toThrow('Too many channels');
});
