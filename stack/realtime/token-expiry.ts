import { callerOfToken } from './caller.ts';
import type { Caller } from './caller.ts';
import type { Shared } from './service.ts';

/**
 * Looks again at a channel's token when it expires, and every few minutes before that in case the
 * clock is set. Policies are not asked again; they are when the token changes.
 */
export class TokenExpiry {
  #shared: Shared;
  #expired: (text: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(shared: Shared, expired: (text: string) => void) {
    this.#shared = shared;
    this.#expired = expired;
  }

  /** Watches this caller's token instead of the one before. API keys do not expire. */
  watch(caller: Caller): void {
    this.stop();
    const { token, claims } = caller;
    if (token === undefined) return;
    // A little later than the second itself, so that one look finds it expired.
    const untilExpiry = Math.max((claims.exp ?? 0) * 1000 - Date.now() + 5, 0);
    this.#timer = setTimeout(
      () => {
        const who = callerOfToken(token, this.#shared.context);
        if (who.ok) this.watch(caller);
        else this.#expired(who.text);
      },
      Math.min(this.#shared.limits.tokenCheckMs, untilExpiry),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
