import { randomUUID } from 'node:crypto';
import { isRecord } from './frames.ts';
import type { Address } from './hub.ts';
import type { JoinRequest } from './join.ts';
import type { PresenceState, Tracked } from './presence.ts';
import type { Rights } from './rights.ts';
import type { Shared } from './service.ts';

/** What one channel says about itself in its topic's presence. */
export class ChannelPresence {
  enabled: boolean;
  #shared: Shared;
  #address: Address;
  #rights: Rights;
  #key: string;
  #entry: Tracked | undefined;
  #left = false;
  #calls: number[] = [];

  constructor(shared: Shared, address: Address, rights: Rights, request: JoinRequest['presence']) {
    this.#shared = shared;
    this.#address = address;
    this.#rights = rights;
    this.#key = request.key ?? randomUUID();
    this.enabled = request.enabled;
  }

  /** Who is there, for a channel that wants to know and may. */
  get state(): PresenceState | undefined {
    if (!this.enabled || !this.#rights.readable.has('presence')) return undefined;
    return this.#shared.hub.presence(this.#address)?.state;
  }

  change(rights: Rights): void {
    this.#rights = rights;
  }

  /** Handles `track` and `untrack`. `flood`: too many calls, the channel must end. */
  async handle(payload: unknown): Promise<'ok' | 'error' | 'flood' | undefined> {
    if (!isRecord(payload)) return 'error';
    const event = payload['event'];
    if (event !== 'track' && event !== 'untrack') return 'error';
    if (!this.#countCall()) return 'flood';
    if (event === 'untrack') {
      this.#untrack();
      return 'ok';
    }
    const meta = isRecord(payload['payload']) ? payload['payload'] : {};
    if (Buffer.byteLength(JSON.stringify(meta)) > this.#shared.limits.presenceBytes) return 'error';
    if (!this.enabled) await this.#rights.read(['presence']);
    if (!(await this.#rights.mayWrite('presence'))) return 'error';
    this.enabled = true;
    return this.#track(meta);
  }

  #track(meta: Record<string, unknown>): 'ok' | undefined {
    const presence = this.#shared.hub.presence(this.#address);
    if (this.#left || !presence) return undefined;
    const { entry, diff } = presence.track(this.#key, meta, this.#entry);
    this.#entry = entry;
    this.#shared.hub.publishPresence(this.#address, diff);
    return 'ok';
  }

  #untrack(): void {
    const presence = this.#shared.hub.presence(this.#address);
    if (!this.#entry || !presence) return;
    const diff = presence.untrack(this.#entry);
    this.#entry = undefined;
    this.#shared.hub.publishPresence(this.#address, diff);
  }

  /** The channel is over. */
  leave(): void {
    this.#left = true;
    this.#untrack();
  }

  #countCall(): boolean {
    const now = performance.now();
    const { presenceCalls, presenceWindowMs } = this.#shared.limits;
    this.#calls = this.#calls.filter((at) => now - at < presenceWindowMs);
    this.#calls.push(now);
    return this.#calls.length <= presenceCalls;
  }
}
