import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../../web/src/db/database.types.ts';
import { clientFetch } from '../../web/src/lib/supabase.ts';
import { Channel } from '../../web/src/sync/channel.ts';
import type { Refused } from '../../web/src/sync/changes.ts';
import { SyncEngine } from '../../web/src/sync/engine.ts';
import { Replica } from '../../web/src/sync/replica.ts';
import { createServer, type Server } from '../../web/src/sync/server.ts';
import type { TabMessage, Tabs } from '../../web/src/sync/tabs.ts';
import { Transfer } from '../../web/src/sync/transfer.ts';
import { atClock } from './clocks.ts';
import { Connection, type Answered } from './connection.ts';

/** A tab of a browser: the real kernel with the real client. */
export type Tab = {
  engine: SyncEngine;
  transfer: Transfer;
  /** What came and went between it and the server, with milliseconds, for whoever looks for a fault. */
  seen: string[];
  /** The server's text of a note. */
  readNote: ReturnType<typeof createServer>['readNote'];
  /** Closed in order. */
  close(): Promise<void>;
  /** Gone in the middle of whatever it does. */
  crash(): void;
};

/** A server whose calls are seen, and what they came to. */
function watched(server: Server, see: (what: string) => void): Server {
  return {
    ...server,
    call: async (name, args) => {
      see(`${name} ${JSON.stringify(args).slice(0, 80)}`);
      try {
        const answer = await server.call(name, args);
        see(`${name} answered ${JSON.stringify(answer).slice(0, 120)}`);
        return answer;
      } catch (error) {
        see(`${name} failed ${String(error)}`);
        throw error;
      }
    },
  };
}

/** Who uses a device, and which installation. */
export type Owner = { id: string; email: string; password: string };
export type Place = { url: string; publishableKey: string };

export type DeviceOptions = {
  name: string;
  owner: Owner;
  /** Read at each request: a server that comes back may have another key. */
  place: Place;
  /** Milliseconds by which the device's clock is ahead. */
  clock?: number;
  onAnswer?: Answered;
  onRefused?: (refused: Refused) => void;
  /** Milliseconds after which a request is given up. */
  patience?: number;
  /** Milliseconds between two heartbeats; a connection that leaves one unanswered is dead. */
  heartbeat?: number;
  /** Asks for answers as they are: to pack them takes longer than to send them within a machine. */
  isUnpacked?: boolean;
};

/** A browser on a device: one storage, one session, any number of tabs, one network. */
export class Device {
  readonly connection: Connection;
  readonly tabs: Tab[] = [];
  readonly options: DeviceOptions;
  readonly #listeners = new Map<string, (message: TabMessage) => void>();
  readonly #events = new EventTarget();
  readonly #session = randomUUID();
  readonly #stored = new Map<string, string>();
  #lock = Promise.resolve();
  #made = 0;

  constructor(options: DeviceOptions) {
    this.options = options;
    const { onAnswer = () => Promise.resolve(), isUnpacked } = options;
    this.connection = new Connection(this.#events, onAnswer, isUnpacked);
  }

  /** Runs something with the device's clock. */
  onItsClock<Result>(run: () => Result): Result {
    return atClock(this.options.clock ?? 0, run);
  }

  /** Signs in, as the device's user does once. */
  async signIn(): Promise<void> {
    await this.onItsClock(async () => {
      const { email, password } = this.options.owner;
      const { auth } = this.#client();
      const { error } = await auth.signInWithPassword({ email, password });
      await auth.stopAutoRefresh();
      if (error) throw error;
    });
  }

  /** Opens a tab; resolves when it has what the device has. */
  open(): Promise<Tab> {
    return this.onItsClock(async () => {
      if (this.#stored.size === 0) await this.signIn();
      const { owner, name, onRefused } = this.options;
      let isGone = false;
      const client = this.#client(() => {
        // The client may be about to connect again when it is told to end, and then does.
        if (isGone) queueMicrotask(() => void client.realtime.disconnect());
      });
      const getSupabase = () => Promise.resolve(client);
      this.#made += 1;
      const id = `${name}-${this.#made}`;
      const replica = await Replica.open(this.#copy);
      const engine = new SyncEngine(owner.id, replica, this.#tabs(id));
      if (onRefused) engine.refused.add((one) => one.entry.tab === id && onRefused(one));
      const dead = Promise.withResolvers<void>();
      const seen: string[] = [];
      const see = (what: string) => void seen.push(`${Math.round(performance.now())} ${what}`);
      const server = watched(createServer(getSupabase), see);
      const transfer = new Transfer(engine, {
        server,
        exclusively: (_name, run) => this.#alone(run, dead.promise),
      });
      const channel = new Channel({
        topic: `user:${owner.id}`,
        getSupabase,
        onMessage: ({ table, rev, rows }) => {
          see(`message ${table} ${rev}`);
          if (rev !== undefined) void transfer.receive({ table, rev, ...(rows && { rows }) });
        },
        onJoined: () => void transfer.resume(),
        onStatus: see,
        onLeft: () => void transfer.read(),
        events: this.#events,
        isVisible: () => true,
      });
      const leave = () => {
        isGone = true;
        this.tabs.splice(this.tabs.indexOf(tab), 1);
        dead.resolve();
        transfer.stop();
        engine.stop();
        return Promise.allSettled([
          channel.stop().then(() => client.realtime.disconnect()),
          client.auth.stopAutoRefresh(),
        ]);
      };
      const tab: Tab = {
        engine,
        transfer,
        seen,
        readNote: (uid) => this.onItsClock(() => server.readNote(uid)),
        close: async () => void (await leave()),
        crash: () => void leave(),
      };
      this.tabs.push(tab);
      const started = transfer.load().then(() => transfer.read());
      channel.start();
      // What is not on the device yet comes when the network lets it.
      await (this.connection.network === 'ok' ? started : engine.load());
      return tab;
    });
  }

  /** The network is back, and whoever holds the device looks at it. */
  async reconnect(): Promise<void> {
    this.connection.network = 'ok';
    this.#events.dispatchEvent(new Event('online'));
    await Promise.all(this.tabs.map(({ transfer }) => transfer.resume()));
  }

  /** Closes all tabs, and takes the copy off the device. */
  async discard(): Promise<void> {
    // A tab that closes leaves the list.
    await Promise.all([...this.tabs].map((tab) => tab.close()));
    indexedDB.deleteDatabase(this.#copy);
  }

  /** The access token has run out; a device with a slow clock does not know. */
  expire(token: (claims: Record<string, unknown>) => string, isKnown: boolean): void {
    for (const [key, text] of this.#stored) {
      const session = JSON.parse(text) as Record<string, unknown>;
      const [, payload = ''] = String(session['access_token']).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
        string,
        unknown
      >;
      const access_token = token({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 });
      const expires_at = Math.floor(Date.now() / 1000) - 60;
      this.#stored.set(
        key,
        JSON.stringify({ ...session, access_token, ...(isKnown && { expires_at }) }),
      );
    }
  }

  /** The name of the copy that the device has. */
  get #copy(): string {
    return `${this.options.owner.id}-${this.options.name}`;
  }

  #client(onConnecting: () => void = () => undefined) {
    // Often, so that a dead connection is found out in time for a test.
    const { place, patience, heartbeat = 500 } = this.options;
    const { url, publishableKey } = place;
    return createClient<Database>(url, publishableKey, {
      auth: {
        // The client's locks and messages to other tabs go by it.
        storageKey: this.#session,
        storage: {
          getItem: (key) => this.#stored.get(key) ?? null,
          setItem: (key, value) => void this.#stored.set(key, value),
          removeItem: (key) => void this.#stored.delete(key),
        },
        detectSessionInUrl: false,
      },
      db: { retry: false },
      global: { fetch: clientFetch(patience, this.connection.fetch) },
      realtime: {
        transport: this.connection.socketClass(onConnecting),
        heartbeatIntervalMs: heartbeat,
      },
    });
  }

  /** One after the other, as Web Locks do it; a tab that is gone holds none. */
  async #alone<Result>(run: () => Promise<Result>, dead: Promise<void>): Promise<Result> {
    const before = this.#lock;
    const own = Promise.withResolvers<void>();
    this.#lock = own.promise;
    void dead.then(() => before).then(own.resolve);
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
