import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bulk,
  canMount,
  startOnMountedDisk,
  startWithLimit,
  type SmallDisk,
} from './small-disk.ts';
import { copyTestData, startTestStack } from './testing.ts';

type Start = (dataDir: string, databaseUrl: string) => Promise<SmallDisk>;
const ways: { way: string; start: Start }[] = [
  { way: 'with files that may not grow', start: startWithLimit },
];
if (canMount()) ways.unshift({ way: 'on a small disk', start: startOnMountedDisk });

describe.each(ways)('$way', ({ start }) => {
  let dataDir = '';
  let disk: SmallDisk;
  let service: SupabaseClient;
  let userId = '';
  let hasEnded = false;

  beforeAll(async () => {
    dataDir = await copyTestData('stack');
    const first = await startTestStack({ dataDir });
    const options = { auth: { persistSession: false } };
    const { data, error } = await createClient(
      first.url,
      first.secretKey,
      options,
    ).auth.admin.createUser({
      email: `${randomUUID()}@users.almanac.invalid`,
      password: randomUUID(),
      email_confirm: true,
      user_metadata: { username: 'writer' },
    });
    if (error) throw error;
    userId = data.user.id;
    await first.stop();
    disk = await start(dataDir, first.databaseUrl);
    service = createClient(disk.url, first.secretKey, options);
  });

  afterAll(async () => {
    if (!hasEnded) await disk.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const acknowledged: string[] = [];
  const refused: { status: number; code: string | undefined }[] = [];

  /** Writes a row and notes what became of it. */
  async function write(): Promise<boolean> {
    const title = `written ${randomUUID()}`;
    const row = { user_id: userId, title, description: bulk(8000) };
    const { status, error } = await service.from('tasks').insert(row);
    if (status === 201) acknowledged.push(title);
    else refused.push({ status, code: error?.code });
    return status === 201;
  }

  async function eventually(check: () => Promise<boolean>, seconds: number): Promise<void> {
    const deadline = Date.now() + seconds * 1000;
    while (!(await check())) {
      if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${disk.log()}`);
    }
  }

  async function expectNothingLost(): Promise<void> {
    const { data, error } = await service
      .from('tasks')
      .select('title')
      .like('title', 'written %')
      .limit(1000);
    expect(error).toBeNull();
    const stored = data?.map(({ title }) => String(title)) ?? [];
    expect(acknowledged.filter((title) => !stored.includes(title))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
  }

  test('design §1: a full disk refuses writes with 503 and a code, and goes on when there is room', async () => {
    for (let n = 0; n < 20; n += 1) expect(await write()).toBe(true);

    await disk.fill('tables');
    while (refused.length < 20) await write();
    for (const { status, code } of refused) expect([status, code]).toEqual([503, '53100']);
    await expectNothingLost();
    expect((await fetch(`${disk.url}/config.json`)).status).toBe(200);
    const registered = await fetch(`${disk.url}/functions/v1/account/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: randomUUID(), password: randomUUID() }),
    });
    // A little room may be left inside the files there are.
    if (registered.status !== 201) {
      expect(registered.status).toBeGreaterThanOrEqual(500);
      expect(await registered.json()).toMatchObject({ message: expect.any(String) });
    }

    await disk.free();
    await eventually(write, 10);
    await expectNothingLost();
  });

  test('design §1: without room for its log the database ends, answers are 503, and it comes back with room', async () => {
    refused.length = 0;
    const sql = new Client({ connectionString: disk.databaseUrl });
    const lost = new Promise<Error>((resolve) => {
      // Not once: a connection that is reset is said to be terminated, too.
      sql.on('error', resolve);
    });
    await sql.connect();
    await disk.fill('log');
    const flood = async () => {
      for (;;) {
        await sql.query(`select pg_logical_emit_message(false, 'flood', repeat('x', 1000000))`);
      }
    };
    await expect(flood()).rejects.toThrow(
      /terminat|closed|ECONNRESET|connection error|No space|too large/,
    );
    await lost;
    while (refused.length < 20) await write();
    for (const { status, code } of refused) {
      expect(status).toBe(503);
      expect(['53100', 'PGRST001', 'unavailable']).toContain(code);
    }
    expect(refused.some(({ code }) => code !== '53100')).toBe(true);
    expect(disk.log()).toContain(disk.complaint);

    await disk.free();
    await eventually(write, 10);
    await expectNothingLost();
  });

  test('design §1: after all that the stack still ends in order', async () => {
    hasEnded = true;
    expect(await disk.stop()).toBe(0);
  });
});
