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
 * also offline, and when the token is over. Whether the server still accepts it shows with the first
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
 * Whether nothing is shown before the code of an authenticator: guessed until the server has said so
 * (app/signed-in.tsx).
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
/** Since when this tab has the session that it has; milliseconds since 1970. */
let since = Date.now();

/**
 * Says to somebody who did not log out why the screen has changed, and gives back what they were
 * typing. In a browser where the person logged out, in this tab or in another, nothing stays.
 */
function notifySessionEnded(): void {
  if (Number(readStored('loggedOutAt')) >= since) return;
  keepInput();
  toast({ title: 'Logged out', description: signOutReason });
}

/**
 * Keeps the session query true to what happens in this tab and in others. When the person changes,
 * everything cached goes: nothing of one account may ever be seen by the next. Returns the way to
 * stop.
 */
export function followSession(client: QueryClient = queryClient): () => void {
  const stop = new AbortController();
  const follow = async () => {
    const supabase = await getSupabase();
    if (stop.signal.aborted) return;
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      // A token that could not be renewed offline is no session either, but the person still has one.
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

/** Called when somebody else, or nobody, is signed in from now on, before that is drawn. */
export const userLeaves = new Listeners();

/**
 * Called when the signed-in person's account is gone: nothing of it may stay on this device once its
 * session has ended here, for which the promise stands.
 */
export const accountGone = new Listeners<Promise<unknown>, Promise<void>>();

/** Puts a change of the session into the cache. */
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
 * Throws if somebody else is signed in to this browser by now, after drawing what is theirs: requests
 * take the session from the cookies, and this tab may not know of it yet.
 */
export async function requireUser(userId: string): Promise<void> {
  const supabase = await getSupabase();
  const { data } = await supabase.auth.getSession();
  // Without a network a token that is over is nobody's, and the person still is here.
  if (!data.session || data.session.user.id === userId) return;
  applySession(queryClient, signedIn(data.session));
  throw new Error('Somebody else is signed in to this browser');
}

/**
 * Asks the server whether this session still is one. After a password change elsewhere it is not,
 * although its token would go on for an hour (design section 4): the client forgets it then, and
 * `followSession` shows the sign-in. The session of a deleted account the client would keep until
 * its token has to be renewed. Throws when the server cannot be asked.
 */
export async function checkSession(): Promise<void> {
  const supabase = await getSupabase();
  resetRefreshBackoff(supabase);
  const { error } = await supabase.auth.getUser();
  if (error?.code === 'user_not_found') {
    signOutReason = ACCOUNT_GONE;
    await leaveNothing();
  } else if (error && error.name !== 'AuthSessionMissingError') throw error;
}

async function signOutHere(): Promise<void> {
  const supabase = await getSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw error;
}

/** Ends the session of an account that is gone, and notifies those who keep something of it. */
async function leaveNothing(): Promise<void> {
  const signedOut = signOutHere();
  await Promise.all(accountGone.call(Promise.allSettled([signedOut])));
  await signedOut;
}

/**
 * Runs `remove`, which deletes the account, and then leaves this browser as if the person had never
 * been here. Its tabs may learn that the account is gone before the answer arrives, and must not take
 * it for news. Throws what `remove` throws; nothing has changed then.
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
    await leaveNothing();
  } catch (error) {
    // The account is gone whatever happens to its session, which the next start of the app drops.
    console.warn('The session of the deleted account could not be ended here.', error);
  }
  clearStored();
}

/**
 * Ends the session on the server and here. If the server cannot be reached the session ends at
 * least in this browser, and the error is thrown for the caller to show.
 */
export async function signOut(): Promise<void> {
  writeStored('loggedOutAt', String(Date.now()));
  await signOutHere();
}
