import { DatabaseUnavailable } from './policies.ts';
import type { RealtimeContext } from './context.ts';
import { expiredText, notPermitted } from './user.ts';
import type { JoinError, User } from './user.ts';

// GoTrue's text.
const SESSION_ENDED = {
  code: 'InvalidJWTToken',
  text: 'Session from session_id claim in JWT does not exist',
};

/**
 * As whom a channel is joined, for as long as session, token and policies allow it. The policies are
 * asked at the join, when the token changes, and after what was delivered (at most once in
 * `rightsCheckMs`), so that a withdrawn right ends with the message that announces it or
 * soon after. A silent channel is not checked: nothing is delivered to it.
 */
export class ChannelAuthorization {
  #shared: RealtimeContext;
  #topic: string;
  #lost: (text: string) => void;
  #user: User | undefined;
  #unwatch: () => void = () => undefined;
  #expiry: NodeJS.Timeout | undefined;
  #review: NodeJS.Timeout | undefined;
  #reviewedAt = -Infinity;
  #stopped = false;

  /** `lost` is called with the reason when the channel may not go on. */
  constructor(shared: RealtimeContext, topic: string, lost: (text: string) => void) {
    this.#shared = shared;
    this.#topic = topic;
    this.#lost = lost;
  }

  /** Undefined until somebody was admitted. */
  get user(): User | undefined {
    return this.#user;
  }

  /** Takes the user if session and policies allow it, or says why not. Throws DatabaseUnavailable. */
  async admit(user: User): Promise<JoinError | undefined> {
    // Watched before it is looked up: an end in between is then noticed by one of the two.
    const unwatch = this.#shared.sessions.watch(user.claims, () => this.#lost(SESSION_ENDED.text));
    const joinError = await this.#check(user).catch((error: unknown) => {
      unwatch();
      throw error;
    });
    if (joinError || this.#stopped) {
      unwatch();
      return joinError ?? SESSION_ENDED;
    }
    this.#unwatch();
    this.#unwatch = unwatch;
    this.#user = user;
    this.#watchExpiry(user);
    return undefined;
  }

  async #check(user: User): Promise<JoinError | undefined> {
    if (!(await this.#sessionIsLive(user))) return SESSION_ENDED;
    const mayRead = await this.#shared.policies.mayRead(user, this.#topic);
    return mayRead ? undefined : notPermitted(this.#topic);
  }

  async #sessionIsLive({ claims }: User): Promise<boolean> {
    const client = this.#shared.client();
    if (!client) throw new DatabaseUnavailable('no link');
    return this.#shared.sessions.isLive(client, claims).catch((cause: unknown) => {
      throw new DatabaseUnavailable('session lookup', { cause });
    });
  }

  /** Looks again when the token expires, and before that in case the clock is set. */
  #watchExpiry(user: User): void {
    clearTimeout(this.#expiry);
    const expiresAt = (user.claims.exp ?? 0) * 1000;
    // A little later than the second itself, so that one look finds it expired.
    const untilExpiry = Math.max(expiresAt - Date.now() + 5, 0);
    this.#expiry = setTimeout(
      () => {
        const over = Date.now() - expiresAt;
        if (over < 0) this.#watchExpiry(user);
        else this.#lost(expiredText(Math.floor(over / 1000)));
      },
      Math.min(this.#shared.limits.tokenCheckMs, untilExpiry),
    );
  }

  /** Call it after something was delivered to the channel. */
  delivered(): void {
    if (this.#review !== undefined || this.#stopped) return;
    const next = this.#reviewedAt + this.#shared.limits.rightsCheckMs;
    this.#review = setTimeout(() => void this.#readAgain(), Math.max(0, next - performance.now()));
  }

  async #readAgain(): Promise<void> {
    this.#reviewedAt = performance.now();
    const user = this.#user;
    if (!user) return;
    try {
      const mayRead = await this.#shared.policies.mayRead(user, this.#topic);
      this.#review = undefined;
      // A token that came meanwhile has brought rights of its own.
      if (mayRead || user !== this.#user || this.#stopped) return;
      this.#lost(`You no longer have permission to read from this Channel topic: ${this.#topic}`);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // It says nothing about the rights; without a database nothing is delivered either.
      this.#review = undefined;
      this.delivered();
    }
  }

  /** The channel is over. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#expiry);
    clearTimeout(this.#review);
    this.#unwatch();
  }
}
