import 'fake-indexeddb/auto';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../../web/src/db/database.types.ts';
import { Channel } from '../../web/src/sync/channel.ts';
import { SyncEngine, type TabMessage, type Tabs } from '../../web/src/sync/engine.ts';
import { Replica } from '../../web/src/sync/replica.ts';
import { createServer } from '../../web/src/sync/server.ts';
import { Transfer } from '../../web/src/sync/transfer.ts';
import { supabase } from '../support/environment.ts';
import type { Actor } from '../support/actors.ts';

/** What befalls a device's requests from now on. */
export type Network = 'ok' | 'offline' | 'answers-lost' | 'sent-twice';

/** A tab of a browser: the real kernel with the real client. */
export type Tab = { engine: SyncEngine; transfer: Transfer; close(): Promise<void> };

/** A browser on a device: one storage, any number of tabs, one network. */
export class Device {
  network: Network = 'ok';
  readonly tabs: Tab[] = [];
  readonly name: string;
  readonly #actor: Actor;
  readonly #listeners = new Map<string, (message: TabMessage) => void>();
  readonly #events = new EventTarget();
  #lock = Promise.resolve();
  #made = 0;

  constructor(name: string, actor: Actor) {
    this.name = name;
    this.#actor = actor;
  }

  /** Opens a tab and waits until it has its rows. */
  async open(): Promise<Tab> {
    const client = createClient<Database>(supabase.url, supabase.publishableKey, {
      accessToken: () => Promise.resolve(this.#actor.token),
      global: { fetch: (input, init) => this.#fetch(input, init) },
    });
    this.#made += 1;
    const id = `${this.name}-${this.#made}`;
    const replica = await Replica.open(`${this.#actor.id}-${this.name}`);
    const engine = new SyncEngine(this.#actor.id, replica, this.#tabs(id));
    const transfer = new Transfer(engine, {
      server: createServer(() => Promise.resolve(client)),
      exclusively: (_name, run) => this.#alone(run),
    });
    const channel = new Channel({
      topic: `user:${this.#actor.id}`,
      getSupabase: () => Promise.resolve(client),
      onMessage: ({ table, rev, rows }) => {
        if (rev !== undefined) void transfer.hear({ table, rev, ...(rows && { rows }) });
      },
      onJoined: () => void transfer.resume(),
      onStatus: () => undefined,
      onLeft: () => undefined,
      events: this.#events,
      isVisible: () => true,
    });
    await transfer.start();
    channel.start();
    const tab: Tab = {
      engine,
      transfer,
      close: async () => {
        this.tabs.splice(this.tabs.indexOf(tab), 1);
        transfer.stop();
        engine.stop();
        await channel.stop();
        await client.realtime.disconnect();
      },
    };
    this.tabs.push(tab);
    return tab;
  }

  /** The network is back. */
  async reconnect(): Promise<void> {
    this.network = 'ok';
    this.#events.dispatchEvent(new Event('online'));
    await Promise.all(this.tabs.map(({ transfer }) => transfer.resume()));
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (this.network === 'offline') throw new TypeError('fetch failed');
    if (this.network === 'sent-twice') await (await fetch(input, init)).arrayBuffer();
    const answer = await fetch(input, init);
    if (this.network === 'answers-lost') {
      await answer.arrayBuffer();
      throw new TypeError('fetch failed');
    }
    return answer;
  }

  /** One after the other, as Web Locks do it. */
  async #alone<Result>(run: () => Promise<Result>): Promise<Result> {
    const before = this.#lock;
    const own = Promise.withResolvers<void>();
    this.#lock = own.promise;
    await before;
    try {
      return await run();
    } finally {
      own.resolve();
    }
  }

  #tabs(id: string): Tabs {
    return {
      id,
      post: (message) => {
        const copy = structuredClone(message);
        for (const [other, receive] of this.#listeners) if (other !== id) receive(copy);
      },
      listen: (receive) => this.#listeners.set(id, receive),
      close: () => this.#listeners.delete(id),
    };
  }
}
