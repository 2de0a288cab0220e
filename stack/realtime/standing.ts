import { RightsReview } from './rights-review.ts';
import type { Rights } from './rights.ts';
import type { Shared } from './service.ts';
import { TokenExpiry } from './token-expiry.ts';

/** Why somebody may not be here: the code for answers to a join, the text for all else. */
export type Refusal = { code: string; text: string };

// GoTrue's words for it.
const SESSION_ENDED = {
  code: 'InvalidJWTToken',
  text: 'Session from session_id claim in JWT does not exist',
};

/** As whom a channel is joined, for as long as session, token and policies allow it. */
export class Standing {
  #shared: Shared;
  #lost: (text: string) => void;
  #rights: Rights | undefined;
  #unwatch: () => void = () => undefined;
  #expiry: TokenExpiry;
  #review: RightsReview;
  #stopped = false;

  /** `lost` is called with the reason when the channel may not go on. */
  constructor(shared: Shared, lost: (text: string) => void) {
    this.#shared = shared;
    this.#lost = lost;
    this.#expiry = new TokenExpiry(shared, lost);
    this.#review = new RightsReview(shared.limits.rightsCheckMs, () => this.#readAgain());
  }

  /** Undefined until somebody was admitted. */
  get rights(): Rights | undefined {
    return this.#rights;
  }

  /** Checks session and rights; takes them over if they suffice. Returns what is wrong otherwise. */
  async admit(rights: Rights, presence: boolean): Promise<Refusal | undefined> {
    const { claims } = rights.subject.caller;
    // Watched before it is looked up: an end in between is then noticed by one of the two.
    const unwatch = this.#shared.sessions.watch(claims, () => this.#lost(SESSION_ENDED.text));
    const refusal = await check(rights, presence).catch((error: unknown) => {
      unwatch();
      throw error;
    });
    if (refusal || this.#stopped) {
      unwatch();
      return refusal ?? SESSION_ENDED;
    }
    this.#unwatch();
    this.#unwatch = unwatch;
    this.#rights = rights;
    this.#expiry.watch(rights.subject.caller);
    return undefined;
  }

  /** Another token came. False, after telling why, when it gives less than the one before. */
  async change(rights: Rights, presence: boolean): Promise<boolean> {
    const before = [...(this.#rights?.readable ?? [])];
    const refusal = await this.admit(rights, presence);
    if (refusal) this.#lost(refusal.text);
    else if (before.some((extension) => !rights.readable.has(extension))) this.#lose(rights);
    else return true;
    return false;
  }

  /** Something was delivered to the channel. */
  delivered(): void {
    if (this.#rights?.canChange) this.#review.delivered();
  }

  async #readAgain(): Promise<void> {
    const rights = this.#rights;
    const remain = await rights?.readAgain();
    // A token that came meanwhile has brought rights of its own.
    if (remain === false && rights && rights === this.#rights && !this.#stopped) this.#lose(rights);
  }

  #lose({ subject }: Rights): void {
    this.#lost(`You no longer have permission to read from this Channel topic: ${subject.topic}`);
  }

  /** The channel is over. */
  stop(): void {
    this.#stopped = true;
    this.#expiry.stop();
    this.#review.stop();
    this.#unwatch();
  }
}

async function check(rights: Rights, presence: boolean): Promise<Refusal | undefined> {
  if (!(await rights.sessionIsLive())) return SESSION_ENDED;
  const readable = await rights.read(presence ? ['broadcast', 'presence'] : ['broadcast']);
  if (readable.size > 0) return undefined;
  const { topic } = rights.subject;
  const text = `You do not have permissions to read from this Channel topic: ${topic}`;
  return { code: 'Unauthorized', text };
}
