import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Session } from '@supabase/supabase-js';
import { dropRecoveredInput, keepInput } from './form-recovery.ts';
import { whenIdle } from './later.ts';
import { queryClient } from './query-client.ts';
import { clearStored, readStored, writeStored } from './storage.ts';
import { Listeners, Store } from './store.ts';
import {
  mayNeedCode,
  resetRefreshBackoff,
  sessionUser,
  getSupabase,
  hasSessionCookie,
} from './supabase.ts';
import { toast } from './toast.ts';

/** Who is signed in on this browser; null is nobody. */
export type SignedIn = { userId: string } | null;

export type SessionState =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void }
  | { status: 'signed-in'; userId: string }
  | { status: 'signed-out' };

function signedIn(session: Session | null): SignedIn {
  return session ? { userId: session.user.id } : null;
}

/**
 * Reads the session from the browser's cookies, without a request: the copy on this device is shown
 * offline and with an expired token, too. Whether the server still accepts it shows with the first
 * answer (401).
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SignedIn> => {
    if (!hasSessionCookie()) return null;
    const userId = sessionUser(document.cookie);
    if (userId !== undefined) return { userId };
    const supabase = await getSupabase();
    const { data } = await supabase.auth.getSession();
    return signedIn(data.session);
  },
});

/**
 * Whether nothing is shown before the code of an authenticator is entered: a guess until the server
 * has answered (app/signed-in.tsx).
 */
export const codeMissing = new Store(mayNeedCode(globalThis.document?.cookie ?? ''));

/** The state of authentication for routes and menus. */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return { status: 'signed-in', userId: data.userId };
  if (data === null) return { status: 'signed-out' };
  if (error) return { status: 'error', error, retry: () => void refetch() };
  return { status: 'loading' };
}

const ACCOUNT_GONE = 'This account no longer exists.';
const SESSION_OVER = 'Your session has ended. Please log in again.';

let signOutReason = SESSION_OVER;
/** When this tab's session began; milliseconds since 1970. */
let since = Date.now();

/**
 * Tells somebody who did not log out why the screen has changed, and offers what they were typing.
 * After a logout, in this tab or another, nothing stays.
 */
function notifySessionEnded(): void {
  if (Number(readStored('loggedOutAt')) >= since) return;
  keepInput();
  toast({ title: 'Logged out', description: signOutReason });
}

/**
 * Keeps the session query up to date with this tab and others. When the person changes, the cache is
 * emptied: nothing of one account may be seen by the next. Returns a function that stops it.
 */
export function followSession(client: QueryClient = queryClient): () => void {
  const stop = new AbortController();
  const follow = async () => {
    const supabase = await getSupabase();
    if (stop.signal.aborted) return;
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      // A token that could not be renewed offline reads as no session, but the person still has one.
      if (event === 'INITIAL_SESSION' && !session && hasSessionCookie()) return;
      applySession(client, signedIn(session));
    });
    stop.signal.addEventListener('abort', () => data.subscription.unsubscribe());
  };
  const start = () => {
    follow().catch((error: unknown) => {
      // The session query fails for the same reason and shows it, with a retry.
      console.warn('The session cannot be followed yet.', error);
    });
  };
  // A visitor's tab has only to notice a sign-in in another one.
  if (hasSessionCookie()) start();
  else stop.signal.addEventListener('abort', whenIdle(start));
  return () => stop.abort();
}

/** Called when another person, or nobody, is signed in, before that is rendered. */
export const userLeaves = new Listeners();

/**
 * Called when the signed-in person's account is gone: nothing of it may stay on this device. The
 * promise settles when the session has ended here.
 */
export const accountGone = new Listeners<Promise<unknown>, Promise<void>>();

/** Writes a change of the session into the cache. */
export function applySession(client: QueryClient, next: SignedIn): void {
  const previous = client.getQueryData(sessionQuery.queryKey);
  if (previous?.userId === next?.userId && previous !== undefined) return;
  userLeaves.call();
  if (next) {
    signOutReason = SESSION_OVER;
    since = Date.now();
  }
  if (previous) {
    writeStored('profile', null);
    if (!next) notifySessionEnded();
    else dropRecoveredInput();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }
  client.setQueryData(sessionQuery.queryKey, next);
}

/**
 * Throws if another person is signed in to this browser by now, and switches to them: requests take
 * the session from the cookies, and this tab may not have noticed yet.
 */
export async function requireUser(userId: string): Promise<void> {
  const supabase = await getSupabase();
  const { data } = await supabase.auth.getSession();
  // Offline, an expired token reads as no session, but the person is still signed in.
  if (!data.session || data.session.user.id === userId) return;
  applySession(queryClient, signedIn(data.session));
  throw new Error('Somebody else is signed in to this browser');
}

/**
 * Asks the server whether this session is still valid. After a password change elsewhere it is not,
 * although its token is valid for up to an hour (design section 4): the client drops it, and
 * `followSession` shows the sign-in. The client would keep the session of a deleted account until its
 * token expires, so it is ended here. Throws when the server cannot be asked.
 */
export async function checkSession(): Promise<void> {
  const supabase = await getSupabase();
  resetRefreshBackoff(supabase);
  const { error } = await supabase.auth.getUser();
  if (error?.code === 'user_not_found') {
    signOutReason = ACCOUNT_GONE;
    await endDeletedAccount();
  } else if (error && error.name !== 'AuthSessionMissingError') throw error;
}

async function signOutHere(): Promise<void> {
  const supabase = await getSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw error;
}

/** Ends the session of an account that is gone, and removes what this device has of it. */
async function endDeletedAccount(): Promise<void> {
  const signedOut = signOutHere();
  await Promise.all(accountGone.call(Promise.allSettled([signedOut])));
  await signedOut;
}

/**
 * Runs `remove`, which deletes the account, and then removes everything of the person from this
 * browser. `loggedOutAt` is written first: other tabs may notice before the answer arrives, and must
 * not report it. Throws what `remove` throws; nothing has changed then.
 */
export async function endAccount(remove: () => Promise<unknown>): Promise<void> {
  const before = readStored('loggedOutAt');
  writeStored('loggedOutAt', String(Date.now()));
  try {
    await remove();
  } catch (error) {
    writeStored('loggedOutAt', before);
    throw error;
  }
  try {
    await endDeletedAccount();
  } catch (error) {
    // The account is gone all the same; the next start of the app drops its session.
    console.warn('The session of the deleted account could not be ended here.', error);
  }
  clearStored();
}

/**
 * Ends the session on the server and here. If the server cannot be reached, the session ends in this
 * browser all the same, and the error is thrown.
 */
export async function signOut(): Promise<void> {
  writeStored('loggedOutAt', String(Date.now()));
  await signOutHere();
}
