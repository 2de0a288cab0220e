import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUsers, subscribe, waitFor, type TestUsers } from './testing.ts';

let users: TestUsers;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users.stop());

test.each([
  ['a stranger’s topic', {}, 'user:somebody', 'Unauthorized: You do not have permissions to read'],
  ['an expired token', { exp: 1_000 }, '', 'InvalidJWTToken: Token has expired'],
  ['a token without expiry', { exp: undefined }, '', 'Fields `role` and `exp` are required in JWT'],
  ['a database role', { role: 'postgres' }, '', 'Unauthorized: You do not have permissions'],
  ['the service', { role: 'service_role' }, '', 'Unauthorized: You do not have permissions'],
  ['a visitor’s token', { role: 'anon' }, '', 'Unauthorized: You do not have permissions'],
  ['a token of nobody', { sub: undefined }, '', 'Unauthorized: You do not have permissions'],
  ['an ended session', { session_id: randomUUID() }, '', 'Session from session_id claim'],
])('design §1: join is refused for %s', async (_, claims, topic, reason) => {
  const { sub, client } = await users.signedIn(randomUUID(), claims);
  await expect(subscribe(client, topic || `user:${sub}`)).rejects.toThrow(reason);
});

test('design §1: join is refused for a forged, a broken and a missing token', async () => {
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

test('design §1: the end of a session closes its channels, and only those', async () => {
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
  await waitFor(() => one.statuses.includes('CLOSED'));
  expect(one.system).toMatchObject([{ status: 'error', extension: 'system' }]);
  await users.last(`user:${sub}`, two);
  expect(one.messages).toHaveLength(0);
  await users.sql.query('delete from auth.users where id = $1', [sub]);
  await waitFor(() => two.statuses.includes('CLOSED'));
});

test('design §1: an expired token ends its channel', async () => {
  const exp = Math.floor(Date.now() / 1000) + 3;
  const { sub, client } = await users.signedIn(randomUUID(), { exp });
  const own = await subscribe(client, `user:${sub}`);
  await waitFor(() => own.statuses.includes('CLOSED'));
  expect(own.system).toMatchObject([{ message: 'Token has expired 0 seconds ago' }]);
});

test('design §1: a token of somebody else ends the channel', async () => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await client.realtime.setAuth(users.realtime.token(randomUUID()));
  await waitFor(() => own.statuses.includes('CLOSED'));
  expect(own.system[0]?.['message']).toContain('You do not have permissions to read');
});

test('design §4: a public channel is refused, with and without a token', async () => {
  const { sub, client } = await users.signedIn();
  const reason = 'PrivateOnly: This project only allows private channels';
  await expect(subscribe(client, `user:${sub}`, { private: false })).rejects.toThrow(reason);
  const nobody = await users.realtime.client(users.realtime.context.publishableKey);
  await expect(subscribe(nobody, 'anything', { private: false })).rejects.toThrow(reason);
});

test('design §1: on a socket are ten channels at most, of one person', async () => {
  const sub = randomUUID();
  const own = users.realtime.token(sub);
  await users.sql.query(`create policy "Rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%')`);
  const one = await users.realtime.open();
  for (let n = 0; n < 11; n += 1) one.join(`${n}`, `room:${n}`, own);
  await one.answered('10');
  expect(one.received.filter((frame) => frame.includes('"status":"ok"'))).toHaveLength(10);
  expect(one.received.at(-1)).toContain('ChannelRateLimitReached: Too many channels');
  one.send(['0', '11', 'realtime:room:0', 'phx_leave', {}]);
  one.join('12', 'room:12', users.realtime.token(randomUUID()));
  await one.answered('12');
  expect(one.received.at(-1)).toContain('ConnectionRateLimitReached');
  one.join('13', 'room:13', own);
  await one.answered('13');
  expect(one.received.at(-1)).toContain('"status":"ok"');
  await one.end();
});
