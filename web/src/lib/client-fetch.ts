import type { Client } from './supabase.ts';

/** Milliseconds after which a request that is not answered is given up, beside what its body takes. */
const PATIENCE = 20_000;
/** Bytes of a body that the slowest line is given a millisecond for: 16 kB a second. */
const SLOWEST = 16;
/** Milliseconds at the most, for five minutes and 5 MB: more is in no request of ours. */
const MOST_PATIENCE = 300_000;

/** Milliseconds that a request with such a body is waited for. */
function patienceFor(body: RequestInit['body'], least: number): number {
  const bytes = typeof body === 'string' ? new Blob([body]).size : 0;
  return Math.min(least + Math.ceil(bytes / SLOWEST), Math.max(least, MOST_PATIENCE));
}

/**
 * `fetch` as our Supabase client needs it.
 *
 * It gives up: a connection may be dead without saying so, and whoever waits for its answer holds up
 * everybody behind. A long body is given the time that it takes on a slow line. Not what functions do,
 * which may take longer and are asked for by a person who sees it.
 *
 * And it tells by the device's own clock until when a token is valid: with one that is ahead, the
 * client would renew it before every request.
 */
export function clientFetch(
  patience: number = PATIENCE,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/functions/v1/')) return send(input, init);
    const patient = AbortSignal.timeout(patienceFor(init.body, patience));
    const signal = init.signal ? AbortSignal.any([init.signal, patient]) : patient;
    const answer = await send(input, { ...init, signal });
    return answer.ok && url.includes('/auth/v1/token') ? onOwnClock(answer) : answer;
  };
}

async function onOwnClock(answer: Response): Promise<Response> {
  const session: { expires_at?: number; expires_in?: number } = await answer.json();
  const { expires_at = 0, expires_in = 0 } = session;
  const own = Math.round(Date.now() / 1000) + expires_in;
  return Response.json({ ...session, expires_at: Math.max(expires_at, own) }, answer);
}

/**
 * After a renewal of the token that failed, auth-js does not try another for a minute and sends every
 * request as a stranger's. Where the failure was the network's and that is back, this ends the wait.
 */
export function resetRefreshBackoff(supabase: Client): void {
  supabase.auth['lastRefreshFailure'] = null;
}
