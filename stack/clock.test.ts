import { randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLimits } from './auth/limits.ts';
import { startTestStack, type TestStack } from './testing.ts';

const DAY = 86_400;

// Runs in the stack's Node process before anything else: its clock goes on from there, a day ahead or
// back, as the signals say. PostgreSQL and Deno keep theirs, so this is also what
// happens when only one of them follows a clock that was set.
const CLOCK = `
  const RealDate = Date;
  let offset = 0;
  globalThis.Date = class extends RealDate {
    constructor(...values) {
      super(...(values.length === 0 ? [RealDate.now() + offset] : values));
    }
    static now() { return RealDate.now() + offset; }
  };
  const jump = (days) => {
    offset += days * ${DAY * 1000};
    process.stderr.write('the clock says ' + new Date().toISOString() + '\\n');
  };
  process.on('SIGUSR2', () => jump(1));
  process.on('SIGWINCH', () => jump(-1));
`;

let stack: TestStack;
const password = randomUUID();
const email = `${randomUUID()}@users.almanac.invalid`;

beforeAll(async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`;
  stack = await startTestStack({ env: { NODE_OPTIONS: preload } });
  const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } });
  const { error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { username: 'traveller' },
  });
  if (error) throw error;
});

afterAll(() => stack.stop());

/** Sets the clock of the stack a day ahead or back; resolves when it goes by that. */
async function setClock(way: 'ahead' | 'back'): Promise<void> {
  const jumps = () => stack.log().split('the clock says').length;
  const before = jumps();
  process.kill(stack.processIds.gateway, way === 'ahead' ? 'SIGUSR2' : 'SIGWINCH');
  await expect.poll(jumps).toBe(before + 1);
}

const client = () =>
  createClient(stack.url, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

async function signIn(): Promise<Session> {
  const { data, error } = await client().auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

async function refresh({ refresh_token }: Session): Promise<Session> {
  const { data, error } = await client().auth.refreshSession({ refresh_token });
  if (error) throw error;
  if (!data.session) throw new Error('no session');
  return data.session;
}

/** What reading one's tasks is answered with. */
async function read({
  access_token,
}: Session): Promise<[status: number, code: string | undefined]> {
  const { status, error } = await createClient(stack.url, stack.publishableKey, {
    accessToken: async () => access_token,
  })
    .from('tasks')
    .select('id');
  return [status, error?.code];
}

test('design §1: the clock jumps a day ahead: tokens end, sessions go on, and nobody is shut out', async () => {
  const before = await signIn();
  expect(await read(before)).toEqual([200, undefined]);
  await setClock('ahead');
  expect(await read(before)).toEqual([401, 'PGRST303']);
  const after = await refresh(before);
  expect(await read(after)).toEqual([200, undefined]);
  expect(await read(await signIn())).toEqual([200, undefined]);
  await setClock('back');
  // A token from the future is used by whoever holds it; its session can still be ended.
  expect(await read(await refresh(after))).toEqual([200, undefined]);
});

test('design §1: the clock jumps a day back: who is signed in stays so, and can sign in and out', async () => {
  const before = await signIn();
  await setClock('back');
  expect(await read(before)).toEqual([200, undefined]);
  const after = await refresh(before);
  expect(await read(after)).toEqual([200, undefined]);
  const { error } = await client().auth.admin.signOut(after.access_token);
  expect(error).toBeNull();
  await expect(refresh(after)).rejects.toThrow('Refresh Token');
  await setClock('ahead');
});

test('design §1: a limit that was reached before the clock is set back ends when it would have', async () => {
  const perSecond = { attempts: 1, seconds: 1 };
  const limits = createLimits({
    rateLimits: { signIn: 1, refresh: 1, verification: 1 },
    attempts: {
      perNetwork: perSecond,
      fromUnknown: perSecond,
      perUnknownNetwork: perSecond,
      perUnknownSite: perSecond,
    },
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY * 1000 });
  const at = { account: 'traveller', address: '192.0.2.1', isKnown: true };
  limits.attempt(at);
  expect(() => limits.attempt(at)).toThrow('Too many attempts');
  vi.useRealTimers();
  await expect.poll(() => Boolean(limits.attempt(at)), { timeout: 5000 }).toBe(true);
});
