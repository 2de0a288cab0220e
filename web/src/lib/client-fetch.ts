import type { Client } from './supabase.ts';

/** Milliseconds after which a request that is not answered is given up. */
const PATIENCE = 20_000;

/**
 * `fetch` as our Supabase client needs it.
 *
 * It gives up: a connection may be dead without saying so, and whoever waits for its answer holds up
 * everybody behind. Not what functions do, which may take longer and are asked for by a person who
 * sees it.
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
    const patient = AbortSignal.timeout(patience);
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
export function forgetFailedRenewal(supabase: Client): void {
  supabase.auth['lastRefreshFailure'] = null;
}
