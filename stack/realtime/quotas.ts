import { LRUCache } from 'lru-cache';
import { networkOf } from '../network.ts';
import { TokenBucket } from './limits.ts';
import type { Limits } from './limits.ts';

// Beyond that the least recently used is forgotten; there can be far fewer sockets.
const REMEMBERED = 10_000;

/** What the sockets of one address, of one account, or of all together may use. */
export class Quota {
  readonly members = new Set<SocketUsage>();
  bytes = 0;
  readonly maxBytes: number;
  readonly #maxSockets: number;
  readonly #joins: TokenBucket | undefined;
  readonly #frames: TokenBucket | undefined;

  constructor(
    maxSockets: number,
    maxBytes: number,
    { joins, frames }: { joins?: TokenBucket; frames?: TokenBucket } = {},
  ) {
    this.#maxSockets = maxSockets;
    this.maxBytes = maxBytes;
    this.#joins = joins;
    this.#frames = frames;
  }

  get isFull(): boolean {
    return this.members.size >= this.#maxSockets;
  }

  /** Makes room for one more socket by ending the one that has waited longest without joining. */
  evictForSocket(): boolean {
    if (!this.isFull) return true;
    const anonymous = [...this.members].find((member) => member.isAnonymous);
    anonymous?.disconnect();
    return anonymous !== undefined;
  }

  /** Makes room for so many bytes by ending the sockets that hold most, unless that is `asking`. */
  evictForBytes(bytes: number, asking: SocketUsage): boolean {
    while (this.bytes + bytes > this.maxBytes) {
      let largest = asking;
      for (const member of this.members) if (member.bytes > largest.bytes) largest = member;
      if (largest === asking) return false;
      largest.disconnect();
    }
    return true;
  }

  /** Counts a join; false when there were too many of late. */
  takeJoin(): boolean {
    return this.#joins?.take() ?? true;
  }

  /** Counts a frame, or a socket that is opened; false when there were too many of late. */
  takeFrame(): boolean {
    return this.#frames?.take() ?? true;
  }
}

/** The quotas of everybody. They outlive the sockets, so that coming back does not reset them. */
export class Quotas {
  readonly all: Quota;
  readonly limits: Limits;
  readonly #addresses = new LRUCache<string, Quota>({ max: REMEMBERED });
  readonly #accounts = new LRUCache<string, Quota>({ max: REMEMBERED });

  constructor(limits: Limits) {
    this.limits = limits;
    this.all = new Quota(limits.sockets, limits.totalBytes);
  }

  /** Of an address; IPv6 counts by its network. */
  ofAddress(address: string): Quota {
    const { limits } = this;
    return remember(this.#addresses, networkOf(address), () => {
      const joins = new TokenBucket(limits.joinsPerAddress, limits.joinsPerAddressAtOnce);
      const frames = new TokenBucket(limits.framesPerAddress, limits.framesPerAddressAtOnce);
      return new Quota(limits.socketsPerAddress, limits.addressBytes, { joins, frames });
    });
  }

  /** Of an account, by its user's id. */
  ofAccount(id: string): Quota {
    const { limits } = this;
    return remember(this.#accounts, id, () => {
      const joins = new TokenBucket(limits.joinsPerAccount, limits.joinsPerAccountAtOnce);
      return new Quota(limits.socketsPerAccount, limits.accountBytes, { joins });
    });
  }
}

function remember(known: LRUCache<string, Quota>, key: string, make: () => Quota): Quota {
  const quota = known.get(key) ?? make();
  known.set(key, quota);
  return quota;
}

/** The bytes held in memory for one socket, and the quotas that they count for. */
export class SocketUsage {
  bytes = 0;
  readonly address: Quota;
  readonly #limits: Limits;
  readonly #end: () => void;
  #quotas: Quota[];
  #account: Quota | undefined;

  /** `end` ends the socket when it has to make room. */
  constructor({ limits, all }: Quotas, address: Quota, end: () => void) {
    this.#limits = limits;
    this.address = address;
    this.#end = end;
    this.#quotas = [all, address];
    for (const { members } of this.#quotas) members.add(this);
  }

  /** Whether it counts for no account, since no channel was ever joined. */
  get isAnonymous(): boolean {
    return this.#account === undefined;
  }

  /** Holds more; false when that would be too much. */
  reserve(bytes: number): boolean {
    const most = this.isAnonymous ? this.#limits.anonymousBytes : this.#limits.socketBytes;
    if (this.bytes + bytes > most) return false;
    if (!this.#quotas.every((quota) => quota.evictForBytes(bytes, this))) return false;
    this.#add(bytes);
    return true;
  }

  /** Holds less. */
  release(bytes: number): void {
    this.#add(-bytes);
  }

  #add(bytes: number): void {
    this.bytes += bytes;
    for (const quota of this.#quotas) quota.bytes += bytes;
  }

  /** Makes it a socket of that account, and no longer of another; false when that has too many. */
  assignTo(account: Quota): boolean {
    if (account === this.#account) return true;
    if (account.isFull) return false;
    this.#leave(this.#quotas.splice(2));
    this.#account = account;
    this.#quotas.push(account);
    account.members.add(this);
    account.bytes += this.bytes;
    return true;
  }

  /** Ends the socket without a message; it no longer counts for anybody. */
  disconnect(): void {
    this.dispose();
    this.#end();
  }

  /** The socket is gone. */
  dispose(): void {
    this.#leave(this.#quotas.splice(0));
  }

  #leave(quotas: Quota[]): void {
    for (const quota of quotas) {
      quota.members.delete(this);
      quota.bytes -= this.bytes;
    }
  }
}
