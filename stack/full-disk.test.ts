import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './processes/alive.ts';
import { startTestStack } from './testing.ts';

const UNSHARE = 'unshare';
// A disk of its own, small enough to be filled: a file system in memory that only the processes
// below see. Root may mount one; everybody else may inside a user namespace.
const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const namespace = [...asRoot, '--mount'];
const canMount =
  spawnSync(UNSHARE, [...namespace, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Copies what is in $2 to a disk mounted over it, starts the stack there, and obeys. */
const SCRIPT = `
  set -e
  mkdir "$2.seed" && cp -a "$2/." "$2.seed"
  mount -t tmpfs -o size=220m,mode=0700 tmpfs "$2"
  cp -a "$2.seed/." "$2" && rm -r "$2.seed"
  DATA_DIR="$2" PORT=0 "$1" stack/main.ts &
  while read -r order; do
    case $order in
      fill) cat /dev/zero > "$2/filler" 2> "$2.log" || echo filled ;;
      free) rm "$2/filler" && echo freed ;;
      port) echo "port $(sed -n 4p "$2/postgres/postmaster.pid")" ;;
    esac
  done
  kill -TERM $!
  wait $!
`;

let dataDir = '';
let child: ChildProcess;
let service: SupabaseClient;
let userId = '';
let url = '';
let databaseUrl = '';
const said: string[] = [];
const logged: string[] = [];

/** Waits until the other side says a line that starts so, and returns the rest of it. */
async function hear(start: string): Promise<string> {
  const position = () => said.findIndex((line) => line.startsWith(start));
  if (!(await until(() => position() >= 0, 60_000))) {
    throw new Error(`"${start}" was never said, but: ${logged.join('\n')}`);
  }
  const [line = ''] = said.splice(position(), 1);
  return line.slice(start.length);
}

function order(text: string, answer: string): Promise<string> {
  child.stdin?.write(`${text}\n`);
  return hear(answer);
}

beforeAll(async () => {
  if (!canMount) return;
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-disk-'));
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
  databaseUrl = first.databaseUrl;

  const args = [...namespace, 'sh', '-c', SCRIPT, 'sh', process.execPath, dataDir];
  child = spawn(UNSHARE, args, { cwd: join(import.meta.dirname, '..') });
  if (child.stdout) createInterface(child.stdout).on('line', (line) => said.push(line));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => logged.push(line));
  url = await hear('ready ');
  service = createClient(url, first.secretKey, options);
});

afterAll(async () => {
  if (!canMount) return;
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
  await rm(`${dataDir}.log`, { force: true });
});

/** Text that no compression makes smaller, so that it needs room. */
const bulk = () => randomBytes(6000).toString('base64');

const acknowledged: string[] = [];
const refused: { status: number; code: string | undefined }[] = [];

/** Writes a row and notes what became of it. */
async function write(): Promise<boolean> {
  const title = randomUUID();
  const row = { user_id: userId, title, description: bulk() };
  const { status, error } = await service.from('tasks').insert(row);
  if (status === 201) acknowledged.push(title);
  else refused.push({ status, code: error?.code });
  return status === 201;
}

async function eventually(check: () => Promise<boolean>, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${logged.join('\n')}`);
  }
}

async function expectNothingLost(): Promise<void> {
  const { data, error } = await service.from('tasks').select('title').limit(1000);
  expect(error).toBeNull();
  const stored = data?.map(({ title }) => String(title)) ?? [];
  expect(acknowledged.filter((title) => !stored.includes(title))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
}

// Where neither root nor a namespace is to be had there is no small disk to fill.
describe.runIf(canMount)('on a small disk', () => {
  test('design §7: a full disk refuses writes with 503 and a code, and goes on when there is room', async () => {
    for (let n = 0; n < 20; n += 1) expect(await write()).toBe(true);

    await order('fill', 'filled');
    while (refused.length < 20) await write();
    for (const { status, code } of refused) expect([status, code]).toEqual([503, '53100']);
    await expectNothingLost();
    expect((await fetch(`${url}/config.json`)).status).toBe(200);
    const registered = await fetch(`${url}/functions/v1/account/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: randomUUID(), password: randomUUID() }),
    });
    // A little room may be left inside the files there are.
    if (registered.status !== 201) {
      expect(registered.status).toBeGreaterThanOrEqual(500);
      expect(await registered.json()).toMatchObject({ message: expect.any(String) });
    }

    await order('free', 'freed');
    await eventually(write, 10);
    await expectNothingLost();
  });

  test('design §7: without room for its log the database ends, answers are 503, and it comes back with room', async () => {
    refused.length = 0;
    await order('fill', 'filled');
    const address = new URL(databaseUrl);
    address.port = await order('port', 'port ');
    const sql = new Client({ connectionString: address.href });
    const lost = new Promise<Error>((resolve) => {
      sql.once('error', resolve);
    });
    await sql.connect();
    const flood = async () => {
      for (;;) {
        await sql.query(`select pg_logical_emit_message(false, 'flood', repeat('x', 1000000))`);
      }
    };
    await expect(flood()).rejects.toThrow(/terminat|closed|No space/);
    await lost;
    while (refused.length < 20) await write();
    for (const { status, code } of refused) {
      expect(status).toBe(503);
      expect(['53100', 'PGRST001', 'unavailable']).toContain(code);
    }
    expect(refused.some(({ code }) => code !== '53100')).toBe(true);
    expect(logged.join('\n')).toContain('No space left on device');

    await order('free', 'freed');
    await eventually(write, 10);
    await expectNothingLost();
  });

  test('design §7: after all that the stack still ends in order', async () => {
    child.stdin?.end();
    expect(await until(() => child.exitCode !== null, 20_000)).toBe(true);
    expect(child.exitCode).toBe(0);
  });
});
