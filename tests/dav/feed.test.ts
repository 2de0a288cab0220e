import { beforeAll, expect, test } from 'vitest';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword, programSession } from '../support/programs.ts';
import { ownTables, userCalls } from '../support/tables.ts';
import { api } from '../functions/support/api.ts';
import { call } from '../functions/support/call.ts';
import { ask } from './support.ts';

let ann: Actor;
let secret: { id: string; password: string };

const addressOf = (password: string) => `${supabase.url}/dav/feed/${password}.ics`;
const read = (password: string, init: RequestInit = {}) => fetch(addressOf(password), init);

beforeAll(async () => {
  ann = await actor('ann');
  secret = await appPassword(ann, 'calendar');
});

test('design §7 DAV: an address shows the days of open tasks as events, to whoever has it', async () => {
  const eve = await actor('eve');
  await eve.client.from('tasks').insert({ title: 'Another’s', due_date: '2026-12-01' });
  const rows = [
    { title: 'Dentist; at nine, sharp', due_date: '2026-12-31', description: 'Line\nand line' },
    { title: 'Some day', due_date: null },
    { title: 'Long', due_date: '2026-11-30', description: 'ä'.repeat(5000) },
    { title: 'Deleted', due_date: '2026-12-02' },
    { title: 'Done', due_date: '2026-12-03' },
  ];
  const made = succeeded(await ann.client.from('tasks').insert(rows).select('id, uid, title'));
  const idOf = (title: string) => made.find((row) => row.title === title)?.id ?? 0;
  const today = '2026-11-23';
  succeeded(await ann.client.rpc('toggle_task', { task_id: idOf('Done'), today }));
  await serviceRole()
    .from('tasks')
    .update({ deleted_at: new Date().toISOString() })
    .eq('id', idOf('Deleted'));

  const answer = await read(secret.password);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  const text = await answer.text();
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual([
    'SUMMARY:Long',
    String.raw`SUMMARY:Dentist\; at nine\, sharp`,
  ]);
  expect(lines).toContain('X-WR-CALNAME:Almanac');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain(String.raw`DESCRIPTION:Line\nand line`);
  expect(lines).toContain(`DESCRIPTION:${'ä'.repeat(1000)}`);

  const etag = answer.headers.get('etag') ?? '';
  expect((await read(secret.password, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await read(secret.password, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  await ann.client.from('tasks').insert({ title: 'One more', due_date: '2027-01-01' });
  const changed = await read(secret.password, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain('SUMMARY:One more');
});

test('design §4: what stands in an address opens nothing else, not even as a session', async () => {
  const { password } = secret;
  expect(await ask(ann, password, 'PROPFIND', '/dav/')).toMatchObject({ status: 403 });
  expect((await api('GET', '/tasks', { token: password })).status).toBe(403);
  expect((await api('GET', '/export', { token: password })).status).toBe(403);
  expect((await call('account/app-passwords', { method: 'GET', token: password })).status).toBe(
    401,
  );
  const { client } = await programSession(ann, 'calendar');
  for (const { table } of ownTables)
    expect(succeeded(await client.from(table).select('id')), table).toEqual([]);
  for (const { name, args } of userCalls) {
    const { data } = await client.rpc(name, args);
    expect([null, false, [], { rows: [], next: null }], name).toContainEqual(data);
  }
  for (const method of ['PUT', 'POST', 'DELETE'])
    expect((await read(password, { method })).status, method).toBe(405);
});

test('design §4: whose calendar it is only its secret says, and nothing else opens it', async () => {
  const other = await appPassword(ann, 'dav');
  const wrong = secret.password.replace(/.$/u, (last) => (last === 'a' ? 'b' : 'a'));
  for (const text of [other.password, wrong, 'nothing', ann.username, 'a'.repeat(300)])
    expect([401, 404], text).toContain((await read(text)).status);
  const asked = { owner: ann.id };
  expect((await ann.client.rpc('read_calendar', asked)).status).toBe(403);
  expect((await (await actor('eve')).client.rpc('read_calendar', asked)).status).toBe(403);
});

test('design §4: a revoked address, and that of somebody banned, are gone at once', async () => {
  const bob = await actor('bob');
  const [first, second] = [await appPassword(bob, 'calendar'), await appPassword(bob, 'calendar')];
  expect((await read(first.password)).status).toBe(200);
  const path = `account/app-passwords/${first.id}`;
  expect((await call(path, { method: 'DELETE', token: bob.token })).status).toBe(200);
  expect((await read(first.password)).status).toBe(404);
  expect((await read(second.password)).status).toBe(200);
  const banned = await serviceRole().auth.admin.updateUserById(bob.id, { ban_duration: '1h' });
  expect(banned.error).toBeNull();
  expect((await read(second.password)).status).toBe(404);
});
