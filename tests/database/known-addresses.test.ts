import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, bearer, nobody, unique, type Actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';
import { refusal } from '../support/outcomes.ts';
import { claimsOf, forge } from '../support/tokens.ts';

let sql: Client;
let owner: Actor;

beforeAll(async () => {
  [sql, owner] = await Promise.all([connect(), actor('owner')]);
});

const networks = async () =>
  (
    await sql.query<{ network: string }>(
      'select network from private.known_addresses where user_id = $1 order by last_used desc, network',
      [owner.id],
    )
  ).rows.map(({ network }) => network);
const isKnown = async (address: string, id = owner.id) =>
  (
    await sql.query<{ known: boolean }>('select public.is_known_address($1, $2) as known', [
      id,
      address,
    ])
  ).rows[0]?.known;
const open = (ip: string | null) =>
  sql.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, ip)
     values (gen_random_uuid(), $1, now(), now(), 'aal1', $2)`,
    [owner.id, ip],
  );

test('design §4 known addresses: a session makes its network known, until it is long unused or one of many', async () => {
  await rolledBack(sql, async () => {
    await sql.query('delete from private.known_addresses where user_id = $1', [owner.id]);
    for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:2:3::4', null])
      await open(ip);
    expect(await networks()).toEqual(['203.0.113.7/32', '2001:db8:1:2::/64']);
    expect(await isKnown('203.0.113.7')).toBe(true);
    expect(await isKnown('2001:db8:1:2:ffff::')).toBe(true);
    for (const other of ['203.0.113.8', '2001:db8:1:3::4', 'unknown', '', "' or true --"]) {
      expect(await isKnown(other)).toBe(false);
    }
    expect(await isKnown('203.0.113.7', randomUUID())).toBe(false);

    // It moves on: where it was stays known.
    await sql.query("update auth.sessions set ip = '198.51.100.1' where user_id = $1", [owner.id]);
    expect(await networks()).toHaveLength(3);
    await sql.query(
      `update private.known_addresses set last_used = now() - interval '91 days'
       where user_id = $1 and network <> '198.51.100.1'`,
      [owner.id],
    );
    expect(await isKnown('203.0.113.7')).toBe(false);
    await open('198.51.100.1');
    expect(await networks()).toEqual(['198.51.100.1/32']);

    await sql.query(
      "update private.known_addresses set last_used = now() - interval '1 day' where user_id = $1",
      [owner.id],
    );
    for (let host = 1; host <= 60; host += 1) await open(`192.0.2.${host}`);
    const kept = await networks();
    expect(kept).toHaveLength(50);
    expect(kept.every((network) => network.startsWith('192.0.2.'))).toBe(true);
    await sql.query('delete from auth.sessions where user_id = $1', [owner.id]);
    expect(await networks()).toHaveLength(50);
    await sql.query('delete from auth.users where id = $1', [owner.id]);
    expect(await networks()).toEqual([]);
  });
});

test('design §4 known addresses: nobody but the functions can ask for them', async () => {
  const forged = forge({ ...claimsOf(owner.token), role: 'service_role' });
  const askers = [
    { client: nobody(), status: 401 },
    { client: owner.client, status: 403 },
  ];
  const calls = [
    { name: 'is_known_address', args: { subject: owner.id, address: '127.0.0.1' } },
    { name: 'consume_sign_in_attempt', args: { account: 'x', address: '127.0.0.1', rules: {} } },
  ];
  for (const { name, args } of calls) {
    for (const { client, status } of askers) {
      const message = `permission denied for function ${name}`;
      expect(await client.rpc(name, args)).toMatchObject(
        refusal({ status, code: '42501', message }),
      );
    }
    expect(await bearer(forged).rpc(name, args)).toMatchObject({ status: 401, data: null });
  }
  const readable = await sql.query(
    `select r.rolname from pg_roles as r
     where r.rolname in ('anon', 'authenticated', 'service_role')
       and has_table_privilege(r.oid, 'private.known_addresses', 'select, insert, update, delete')`,
  );
  expect(readable.rows).toEqual([]);
});

/** As the sign-in function asks, with small numbers. */
async function attempt(account: string, address: string): Promise<number> {
  const rule = (key: string, attempts: number) => ({
    key: `${account} ${key}`,
    attempts,
    seconds: 3600,
  });
  const rules = {
    always: [rule(`address ${address}`, 100)],
    network: [rule(`network ${address}`, 4)],
    unknown: [rule('unknown', 6)],
    guarded: [rule(`guarded ${address}`, 2)],
  };
  const { rows } = await sql.query<{ wait: number }>(
    'select public.consume_sign_in_attempt($1, $2, $3) as wait',
    [account, address, JSON.stringify(rules)],
  );
  return rows[0]?.wait ?? Number.NaN;
}

async function passed(account: string, address: string): Promise<number> {
  let count = 0;
  while (count < 50 && (await attempt(account, address)) === 0) count += 1;
  return count;
}

test('design §4 lock-out: each network has its attempts, fewer when strangers made many, and the known theirs', async () => {
  await rolledBack(sql, async () => {
    await open('203.0.113.7');
    const { rows } = await sql.query<{ email: string }>(
      'select email from auth.users where id = $1',
      [owner.id],
    );
    const account = rows[0]?.email ?? '';
    expect(await passed(account, '198.51.100.1')).toBe(4);
    expect(await attempt(account, '198.51.100.1')).toBeGreaterThan(600);
    // Two more are the fifth and sixth from unknown networks, and then there are two for each.
    expect(await passed(account, '198.51.100.2')).toBe(4);
    expect(await attempt(account, '198.51.100.2')).toBeGreaterThan(600);
    for (const stranger of ['198.51.100.3', 'unknown']) {
      expect(await passed(account, stranger)).toBe(2);
    }
    expect(await passed(account, '203.0.113.7')).toBe(4);
    // The same for an account that does not exist.
    const invented = `${unique('nobody')}@users.almanac.invalid`;
    expect(await passed(invented, '198.51.100.1')).toBe(4);
    expect(await passed(invented, '203.0.113.7')).toBe(4);
    expect(await passed(invented, '198.51.100.3')).toBe(2);
  });
});

test('design §4 limits: what was counted long ago leaves no row behind', async () => {
  await rolledBack(sql, async () => {
    await sql.query('delete from private.rate_limits');
    for (let n = 0; n < 50; n += 1) {
      await sql.query('select public.consume_rate_limits($1)', [
        JSON.stringify([{ key: randomUUID(), attempts: 1, seconds: 0.000_001 }]),
      ]);
    }
    const { rows } = await sql.query<{ count: number }>(
      'select count(*)::int from private.rate_limits',
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(1);
  });
});

test('design §4 limits: user metadata takes 4 kB, whoever writes it', async () => {
  await rolledBack(sql, async () => {
    const write = (length: number) =>
      sql.query(
        `update auth.users set raw_user_meta_data = jsonb_build_object('x', repeat('x', $2))
         where id = $1`,
        [owner.id, length],
      );
    await write(4000);
    await expect(write(4100)).rejects.toThrow('User metadata may take 4096 bytes');
  });
});
