import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_COOKIE } from '#domain/session.ts';
import type * as Supabase from './supabase.ts';

type AuthError = Error & { code?: string };

const auth = {
  getSession: vi.fn<() => Promise<{ data: { session: { user: { id: string } } | null } }>>(),
  getUser: vi.fn<() => Promise<{ error: AuthError | null }>>(),
  signOut: vi.fn<(options: { scope: string }) => Promise<{ error: AuthError | null }>>(),
};
const getSupabase = vi.fn<() => Promise<{ auth: typeof auth }>>();
vi.mock('./supabase.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Supabase>()),
  getSupabase,
}));

const {
  accountGone,
  applySession,
  checkSession,
  endAccount,
  requireUser,
  sessionQuery,
  signOut,
  userLeaves,
} = await import('./session.ts');
const { queryClient } = await import('./query-client.ts');
const { readStored, writeStored } = await import('./storage.ts');
const { toastEntries } = await import('./toast.ts');

const titles = () => toastEntries().map(({ title, description }) => `${title}: ${description}`);
const stops: (() => void)[] = [];
let now = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Each test is another day: what one wrote is over for the next.
  now += 24 * 60 * 60 * 1000;
  vi.setSystemTime(now);
  vi.stubGlobal('document', { cookie: '', querySelectorAll: () => [] });
  vi.spyOn(console, 'warn').mockReturnValue();
  getSupabase.mockResolvedValue({ auth });
  auth.signOut.mockResolvedValue({ error: null });
  auth.getUser.mockResolvedValue({ error: null });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function signedInClient(userId: string): QueryClient {
  const client = new QueryClient();
  applySession(client, { userId });
  client.setQueryData(['profile'], { username: userId });
  return client;
}

test('design §4: who is signed in stands in the cookie, and nobody is asked for it', async () => {
  const client = new QueryClient();
  expect(await client.fetchQuery(sessionQuery)).toBeNull();
  const session = encodeURIComponent(JSON.stringify({ user: { id: 'ann' } }));
  vi.stubGlobal('document', { cookie: `${SESSION_COOKIE}=${session}` });
  expect(await client.fetchQuery({ ...sessionQuery, staleTime: 0 })).toEqual({ userId: 'ann' });
  expect(getSupabase).not.toHaveBeenCalled();
});

test('design §4: nothing that was cached of one person is there for the next', () => {
  const client = signedInClient('ann');
  const seen: unknown[] = [];
  // Before it is drawn: the old session still stands then.
  stops.push(userLeaves.add(() => void seen.push(client.getQueryData(sessionQuery.queryKey))));
  applySession(client, { userId: 'ann' });
  expect(client.getQueryData(['profile'])).toEqual({ username: 'ann' });
  applySession(client, { userId: 'bea' });
  expect(seen).toEqual([{ userId: 'ann' }]);
  expect(client.getQueryData(['profile'])).toBeUndefined();
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual({ userId: 'bea' });
});

test('design §4: whose session ends sees why, unless they logged out in this browser', async () => {
  applySession(signedInClient('ann'), null);
  expect(titles()).toEqual(['Logged out: Your session has ended. Please log in again.']);
  const client = signedInClient('bea');
  const [before] = toastEntries();
  await signOut();
  applySession(client, null);
  expect(toastEntries()[0]).toBe(before);
  expect(auth.signOut).toHaveBeenCalledWith({ scope: 'local' });
});

test('design §4: a request goes only to the account of whom it was made by', async () => {
  auth.getSession.mockResolvedValue({ data: { session: { user: { id: 'bea' } } } });
  await expect(requireUser('ann')).rejects.toThrow('Somebody else');
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual({ userId: 'bea' });
  await requireUser('bea');
  // A token that is over is nobody's without a network, and the person is still here.
  auth.getSession.mockResolvedValue({ data: { session: null } });
  await requireUser('ann');
});

test('design §4: a session that is over is no error, a server that does not answer is one', async () => {
  auth.getUser.mockResolvedValue({
    error: Object.assign(new Error('Auth session missing!'), { name: 'AuthSessionMissingError' }),
  });
  await checkSession();
  auth.getUser.mockResolvedValue({ error: new Error('Failed to fetch') });
  await expect(checkSession()).rejects.toThrow('Failed to fetch');
  expect(auth.signOut).not.toHaveBeenCalled();
});

test('design §4: of an account that is gone nothing stays, and a toast says so', async () => {
  const client = signedInClient('ann');
  const order: string[] = [];
  auth.getUser.mockResolvedValue({
    error: Object.assign(new Error('gone'), { code: 'user_not_found' }),
  });
  auth.signOut.mockImplementation(() => {
    applySession(client, null);
    order.push('signed out');
    return Promise.resolve({ error: null });
  });
  stops.push(
    accountGone.add(async (signedOut) => {
      await signedOut;
      order.push('copy removed');
    }),
  );
  await checkSession();
  expect(order).toEqual(['signed out', 'copy removed']);
  expect(titles()).toEqual(['Logged out: This account no longer exists.']);
});

test('design §4: the copy of a deleted account goes even where its session cannot be ended', async () => {
  const removed = vi.fn<() => void>();
  stops.push(
    accountGone.add(async (signedOut) => {
      await signedOut;
      removed();
    }),
  );
  auth.signOut.mockResolvedValue({ error: new Error('offline') });
  await endAccount(() => Promise.resolve());
  expect(removed).toHaveBeenCalledOnce();
});

test('spec §2: an account that could not be deleted leaves the browser as it was', async () => {
  writeStored('theme', 'dark');
  writeStored('loggedOutAt', '12');
  await expect(endAccount(() => Promise.reject(new Error('wrong password')))).rejects.toThrow(
    'wrong password',
  );
  expect(readStored('loggedOutAt')).toBe('12');
  expect(readStored('theme')).toBe('dark');
  await endAccount(() => Promise.resolve());
  expect(readStored('theme')).toBeNull();
  expect(Number(readStored('loggedOutAt'))).toBe(now);
});
