import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startTestStack, type TestStack } from '../testing.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As costly to refuse as can be: it names the key it was not signed with. */
function forge(kid: unknown): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: crypto.randomUUID(), role: 'authenticated', aud: 'authenticated', exp };
  const input = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${randomBytes(64).toString('base64url')}`;
}

async function signIn({ url, publishableKey, secretKey }: TestStack): Promise<string> {
  const account = { email: 'anna@users.almanac.invalid', password: 'only for this test' };
  const made = await createClient(url, secretKey).auth.admin.createUser({
    ...account,
    email_confirm: true,
    user_metadata: { username: 'anna' },
  });
  const { data, error } = await createClient(url, publishableKey).auth.signInWithPassword(account);
  if (made.error || !data.session) throw made.error ?? error ?? new Error('no session');
  return data.session.access_token;
}

async function keyId({ url }: TestStack): Promise<unknown> {
  const answer: unknown = await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();
  const keys: unknown = Reflect.get(Object(answer), 'keys');
  return Reflect.get(Object(Array.isArray(keys) ? keys[0] : undefined), 'kid');
}

/** Bytes that the process has in memory. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const FLOOD = 3000;
/** Nearly as many as one network may have at a time: beyond, the gateway refuses without a look. */
const TOGETHER = 120;
/** Of somebody with a token, one after the other while it lasts. */
const VISITS = 10;
const PATHS = ['/rest/v1/tasks?limit=1', '/auth/v1/user', '/api/auth/user'];

test.runIf(process.platform === 'linux')(
  'design §4 limits: while a flood of forged tokens is refused, others are served',
  async () => {
    await using stack = await startTestStack();
    const token = await signIn(stack);
    const kid = await keyId(stack);
    // Loopback addresses besides 127.0.0.1 are strangers.
    const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER, localAddress: '127.0.0.9' });
    const ask = (path: string, bearer: string, options: { agent?: Agent } = {}) =>
      new Promise<number>((resolve, reject) => {
        const headers = { apikey: stack.publishableKey, authorization: `Bearer ${bearer}` };
        const asked = request(`${stack.url}${path}`, { headers, ...options }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        });
        asked.once('error', reject).end();
      });
    expect(await ask(PATHS[0] ?? '', token)).toBe(200);
    const before = await memoryOf(stack.processIds.gateway);

    const refusals: Record<number, number> = {};
    let sent = 0;
    async function flood(): Promise<void> {
      while (sent < FLOOD) {
        const path = PATHS[sent++ % PATHS.length] ?? '';
        const status = await ask(path, forge(kid), { agent });
        refusals[status] = (refusals[status] ?? 0) + 1;
      }
    }
    const served: { status: number; milliseconds: number }[] = [];
    async function visit(): Promise<void> {
      for (let visits = 0; visits < VISITS; visits += 1) {
        const start = performance.now();
        const status = await ask(PATHS[0] ?? '', token);
        served.push({ status, milliseconds: performance.now() - start });
      }
    }
    await Promise.all([visit(), ...Array.from({ length: TOGETHER }, flood)]);
    agent.destroy();

    expect(refusals).toEqual({ 401: expect.any(Number), 403: expect.any(Number) });
    expect(served.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...served.map(({ milliseconds }) => milliseconds))).toBeLessThan(8000);
    expect((await memoryOf(stack.processIds.gateway)) - before).toBeLessThan(150 * 1024 ** 2);
    expect(await ask(PATHS[0] ?? '', token)).toBe(200);
  },
);
