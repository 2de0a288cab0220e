/** Figures of the Realtime server. Bytes are what is held in memory for a client, beside its sockets. */
export const limits = {
  /** Sockets the whole server holds. At the limit, one that has joined nothing is ended for a new one. */
  sockets: 1_000,
  /** Of these, what one address may hold: an office behind one address fits in, no address takes all. */
  socketsPerAddress: 300,
  /** Of these, what one account may hold: every tab on every device. */
  socketsPerAccount: 50,
  /** Channels one socket may hold; the web app joins two. */
  channelsPerSocket: 10,
  /** Bytes of a token. Ours have about 700. */
  tokenBytes: 16_384,
  /** Bytes of one frame: a token and names at their longest. Above, the socket is closed with 1009. */
  frameBytes: 24_576,
  /** Parts in which one frame may arrive; above, the socket is closed with 1008. */
  frameParts: 64,
  /** Frames a second a socket may send on average, and how many at once. */
  framesPerSecond: 2,
  framesAtOnce: 40,
  /** The same for all of an address, each new socket counting as one: bounds the work, not the memory. */
  framesPerAddress: 200,
  framesPerAddressAtOnce: 4_000,
  /** Joins a second of one account (a token sent later counts too), and how many at once. */
  joinsPerAccount: 10,
  joinsPerAccountAtOnce: 100,
  /** The same for one address: all its sockets may come back at once, with two channels each. */
  joinsPerAddress: 100,
  joinsPerAddressAtOnce: 600,
  /** Bytes one socket may hold before its first channel is joined. */
  anonymousBytes: 32_768,
  /** Bytes one socket may hold after that: mostly what is on its way to a slow reader. */
  socketBytes: 2_000_000,
  accountBytes: 16_000_000,
  addressBytes: 64_000_000,
  totalBytes: 128_000_000,
  /** A socket that has joined nothing for this long after it was opened is closed. */
  anonymousMs: 10_000,
  /** A socket that sends nothing, not even a heartbeat, or whose last channel is over, is closed. */
  idleMs: 60_000,
  /** How long a socket that is being closed may take to agree. */
  closeMs: 2_000,
  /** The longest time between two looks at whether a channel's token is still valid. */
  tokenCheckMs: 300_000,
  /** The shortest time between two looks at the rights of a channel to which something is delivered. */
  rightsCheckMs: 30_000,
  /** Longest a policy may take to answer. */
  policyMs: 5_000,
};

export type Limits = typeof limits;

/** Counts events: so many a second on average, so many at once. */
export class TokenBucket {
  #perSecond: number;
  #capacity: number;
  #level: number;
  #at: number;

  /** `now` is monotonic, in milliseconds. */
  constructor(perSecond: number, capacity: number, now = performance.now()) {
    this.#perSecond = perSecond;
    this.#capacity = capacity;
    this.#level = capacity;
    this.#at = now;
  }

  /** Takes one; false when none is left. */
  take(now = performance.now()): boolean {
    const refilled = this.#level + ((now - this.#at) / 1000) * this.#perSecond;
    this.#level = Math.min(refilled, this.#capacity);
    this.#at = now;
    if (this.#level < 1) return false;
    this.#level -= 1;
    return true;
  }
}
