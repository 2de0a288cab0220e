import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { isAlive } from './processes/alive.ts';
import { processIdsOf, startTestStack, type TestStack } from './testing.ts';

const WRITES = 500;
const LANES = 8;
// What the gateway and REST say while there is no database.
const UNAVAILABLE = /Retrying the connection|not available at the moment/;

let dataDir = '';
let stack: TestStack;
let userId = '';
const writer = { email: `${randomUUID()}@users.almanac.invalid`, password: randomUUID() };

const service = () => createClient(stack.url, stack.secretKey, { auth: { persistSession: false } });

/** Polls until `check` says yes; its failures count as no. */
async function eventually(check: () => boolean | Promise<boolean>, seconds: number) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const yes = await Promise.resolve()
      .then(check)
      .catch(() => false);
    if (yes) return;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${check.toString()}`);
    await delay(25);
  }
}

async function insert(client: SupabaseClient, title: string) {
  const { status, error } = await client.from('tasks').insert({ user_id: userId, title });
  return { status, message: error?.message ?? '' };
}

/** Every title in the database, page by page. */
async function titles(): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; ; from += 1000) {
    const { data, error } = await service()
      .from('tasks')
      .select('title')
      .order('id')
      .range(from, from + 999);
    if (error) throw new Error(error.message);
    for (const { title } of data) found.push(String(title));
    if (data.length < 1000) return found;
  }
}

/**
 * Writes 500 rows in eight lanes, calling `disturb` after 150 of them. Resolves to the titles that
 * were acknowledged and the statuses (0: no answer at all) and words of the writes that were not.
 */
async function writeWhile(disturb: () => void | Promise<void>) {
  const client = service();
  const run = randomUUID();
  const acknowledged: string[] = [];
  const refused = new Set<number>();
  const words = new Set<string>();
  let next = 0;
  let disturbed: Promise<void> | undefined;
  const lane = async () => {
    while (next < WRITES) {
      const title = `${run} ${next}`;
      next += 1;
      const { status, message } = await insert(client, title);
      if (status === 201) acknowledged.push(title);
      else {
        refused.add(status);
        words.add(message);
      }
      if (acknowledged.length >= 150) disturbed ??= Promise.resolve(disturb());
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await disturbed;
  return { acknowledged, refused: [...refused], words: [...words] };
}

/** What was acknowledged and is not there, and what is there twice. */
async function lostOrDoubled(acknowledged: readonly string[]): Promise<string[]> {
  const stored = await titles();
  const known = new Set(stored);
  const lost = acknowledged.filter((title) => !known.has(title));
  return [...lost, ...stored.filter((title, at) => stored.indexOf(title) !== at)];
}

const writes = async () => (await insert(service(), randomUUID())).status === 201;

async function restart() {
  stack = await startTestStack({ dataDir });
}

beforeAll(async () => {
  stack = await startTestStack();
  ({ dataDir } = stack);
  const { data, error } = await service().auth.admin.createUser({
    ...writer,
    email_confirm: true,
    user_metadata: { username: 'writer' },
  });
  if (error) throw error;
  userId = data.user.id;
});

afterAll(async () => {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('design §1: kill -9 of the database under 500 writes: 503 meanwhile, back within 5 s, nothing acknowledged is lost', async () => {
  const { gateway, postgres } = await processIdsOf(dataDir);
  const { acknowledged, refused, words } = await writeWhile(() => {
    process.kill(postgres, 'SIGKILL');
  });
  await eventually(writes, 5);
  expect(refused).toEqual([503]);
  for (const message of words) expect(message).toMatch(UNAVAILABLE);
  expect(acknowledged.length).toBeGreaterThanOrEqual(150);
  expect(await lostOrDoubled(acknowledged)).toEqual([]);
  expect(isAlive(gateway)).toBe(true);
  expect((await processIdsOf(dataDir)).postgres).not.toBe(postgres);
});

test('design §1: a database restart under load answers 503 for a moment and nothing is lost', async () => {
  const { gateway, postgres } = await processIdsOf(dataDir);
  const { acknowledged, refused, words } = await writeWhile(() => {
    process.kill(postgres, 'SIGINT');
  });
  await eventually(writes, 5);
  expect(refused).toEqual([503]);
  for (const message of words) expect(message).toMatch(UNAVAILABLE);
  expect(await lostOrDoubled(acknowledged)).toEqual([]);
  expect(isAlive(gateway)).toBe(true);
});

test('design §1: kill -9 of Deno: functions answer 503 with a message and are back within 5 s', async () => {
  const { deno } = await processIdsOf(dataDir);
  const call = () => fetch(`${stack.url}/functions/v1/account/nothing`, { method: 'POST' });
  await eventually(async () => (await call()).status === 404, 5);
  process.kill(deno, 'SIGKILL');
  await eventually(() => !isAlive(deno), 2);
  const during = await call();
  expect([503, 404]).toContain(during.status);
  expect(await during.json()).toMatchObject({
    message: expect.any(String),
    code: expect.any(String),
  });
  await eventually(async () => (await call()).status === 404, 5);
  expect(await writes()).toBe(true);
});

test('design §1: kill -9 of Deno under writes by /api: what it acknowledged is there, the rest is told', async () => {
  const { deno } = await processIdsOf(dataDir);
  const { email, password } = writer;
  const signedIn = await service().auth.signInWithPassword({ email, password });
  const token = signedIn.data.session?.access_token ?? '';
  const acknowledged: string[] = [];
  const refused = new Set<string>();
  let killed = false;
  let next = 0;
  const lane = async () => {
    while (next < 120) {
      const title = `api ${next}`;
      next += 1;
      const answer = await fetch(`${stack.url}/api/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
      const body = z.object({ code: z.string().default('') }).parse(await answer.json());
      if (answer.ok) acknowledged.push(title);
      else refused.add(`${answer.status} ${body.code}`);
      if (acknowledged.length < 40 || killed) continue;
      killed = true;
      process.kill(deno, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);
  expect([...refused]).toEqual(['503 unavailable']);
  expect(await lostOrDoubled(acknowledged)).toEqual([]);
});

test('design §1: kill -9 of the gateway: its children end by themselves, the next start has every acknowledged write', async () => {
  const { gateway, postgres, deno } = await processIdsOf(dataDir);
  const { acknowledged } = await writeWhile(() => {
    process.kill(gateway, 'SIGKILL');
  });
  await eventually(() => !isAlive(postgres) && !isAlive(deno), 10);
  await restart();
  expect(await lostOrDoubled(acknowledged)).toEqual([]);
});

test('design §1: kill -9 of everything at once, and a start at once: nothing acknowledged is lost', async () => {
  const { gateway, postgres, deno } = await processIdsOf(dataDir);
  const { acknowledged } = await writeWhile(() => {
    for (const pid of [gateway, postgres, deno]) process.kill(pid, 'SIGKILL');
  });
  await restart();
  expect(await lostOrDoubled(acknowledged)).toEqual([]);
});

test('design §1: a start right after kill -9 of the gateway stops the orphans first', async () => {
  const { gateway } = await processIdsOf(dataDir);
  process.kill(gateway, 'SIGKILL');
  await eventually(() => !isAlive(gateway), 2);
  await restart();
  expect(await writes()).toBe(true);
});
