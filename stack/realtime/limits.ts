/** Figures of the Realtime server; those the protocol page names are the real server's defaults. */
export const limits = {
  /** Sockets the whole server holds; a further upgrade is answered 429. */
  sockets: 1_000,
  /** Of these, what one address may hold: a company behind one address fits in, nobody takes all. */
  socketsPerAddress: 300,
  /** Channels one socket may hold. */
  channelsPerSocket: 100,
  /** Bytes of one broadcast payload, by WebSocket or HTTP. */
  payloadBytes: 3_000_000,
  /** Bytes of one WebSocket frame or HTTP body; above, the socket is closed with 1009. */
  frameBytes: 3_100_000,
  /** Bytes of one presence entry. The real server has the payload limit; entries stay in memory. */
  presenceBytes: 64_000,
  /** Events a second one socket (or HTTP caller) may send on joined channels, on average. */
  eventsPerSecond: 100,
  /** Presence calls one channel may make within `presenceWindowMs`. */
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  /** A socket that sends nothing, not even a heartbeat, for this long is closed. */
  idleMs: 60_000,
  /** Bytes waiting for a slow client; above, the socket is cut instead of filling the memory. */
  backlogBytes: 8_000_000,
  /** Frames of one socket waiting to be handled; above, its reading pauses. */
  pendingFrames: 256,
  /** How long the answer to a refused join is held back. The real server takes 5 s. */
  refusalDelayMs: 1_000,
  /** The longest time between two looks at whether a channel's token is still valid. */
  tokenCheckMs: 300_000,
  /** The shortest time between two looks at the rights of a channel to which something is delivered. */
  rightsCheckMs: 30_000,
  /** Longest a policy may take to answer. */
  policyMs: 5_000,
};

export type Limits = typeof limits;

/** A bucket that fills at `perSecond` and holds two seconds' worth. */
export class TokenBucket {
  #perSecond: number;
  #level: number;
  #at: number;

  constructor(perSecond: number, now = performance.now()) {
    this.#perSecond = perSecond;
    this.#level = perSecond * 2;
    this.#at = now;
  }

  /** Takes `count`; false when that is more than is left. `now` is monotonic, in milliseconds. */
  take(count = 1, now = performance.now()): boolean {
    const refilled = this.#level + ((now - this.#at) / 1000) * this.#perSecond;
    this.#level = Math.min(refilled, this.#perSecond * 2);
    this.#at = now;
    if (this.#level < count) return false;
    this.#level -= count;
    return true;
  }
}
