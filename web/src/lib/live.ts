import { useSyncExternalStore } from 'react';
import type { REALTIME_SUBSCRIBE_STATES, RealtimeChannel } from '@supabase/supabase-js';
import type { QueryClient } from '@tanstack/react-query';
import { loadConfig } from './config.ts';
import type { LiveMessage, LiveRow, LiveTable } from './live-table.ts';
import { nextTask } from './next-task.ts';
import { queryClient } from './query-client.ts';
import { checkSession, forgetFailedRenewal } from './session.ts';
import { getSupabase, type Client } from './supabase.ts';

export type LiveStatus = 'connecting' | 'live' | 'interrupted';

/** Messages that the server replays at most; as many may mean that there were more. */
const REPLAY_LIMIT = 25;
/** Milliseconds by which the clocks of the web server and the database may differ. */
const CLOCK_MARGIN = 5000;
/** Milliseconds until a channel that was closed is made anew, attempt by attempt. */
const RECONNECT_AFTER = [1000, 2000, 5000, 10_000];
/** Heartbeats come every 25 s; after twice that the machine was asleep, whatever the socket thinks. */
const SILENCE = 60_000;

type Table = Pick<LiveTable<LiveRow>, 'table' | 'root' | 'receive' | 'reload'>;

const tables = new Map<string, Table>();
const listeners = new Set<() => void>();
let status: LiveStatus = 'connecting';

function setStatus(next: LiveStatus) {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

/** Tells the live channel how a table is patched. Each module of data/ registers its own. */
export function registerLive(table: Table): void {
  tables.set(table.table, table);
}

/** True while changes arrive by themselves; else whoever changes something reloads it. */
export function isLive(): boolean {
  return status === 'live';
}

/** Calls `listener` whenever the state of the channel changes; returns the way to stop. */
export function watchLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The state of the channel, for a sign that tells people when they may see old data. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watchLive, () => status);
}

/** Whether a broadcast is one of the database's own (design section 5). */
export function isMessage(payload: unknown): payload is LiveMessage {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'table' in payload &&
    typeof payload.table === 'string'
  );
}

/** The one channel of this tab (design section 5), from sign-in to sign-out. */
class Live {
  readonly #client: QueryClient;
  readonly #userId: string;
  readonly #stop = new AbortController();
  #supabase: Client | undefined;
  #channel: RealtimeChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #opening = 0;
  #lastSign = Date.now();
  #hasJoined = false;
  #replays = true;
  #replayed = 0;

  constructor(client: QueryClient, userId: string) {
    this.#client = client;
    this.#userId = userId;
  }

  start(): void {
    const { signal } = this.#stop;
    addEventListener('online', () => void this.#open(), { signal });
    addEventListener('offline', () => setStatus('interrupted'), { signal });
    addEventListener('pageshow', () => this.#wake(), { signal });
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
    void this.#open();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    const channel = this.#channel;
    this.#channel = undefined;
    setStatus('connecting');
    if (channel) await this.#supabase?.removeChannel(channel);
  }

  /** A channel on a connection of its own; the one before may be dead without knowing. */
  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    this.#opening += 1;
    const opening = this.#opening;
    const isOvertaken = () => this.#stop.signal.aborted || opening !== this.#opening;
    try {
      const supabase = await getSupabase();
      this.#supabase = supabase;
      const old = this.#channel;
      this.#channel = undefined;
      if (old) {
        setStatus('interrupted');
        await supabase.removeChannel(old);
        await supabase.realtime.disconnect();
      }
      forgetFailedRenewal(supabase);
      // The token first: a channel joined without one is refused (protocol page, pitfall 1).
      const [{ servedAt }] = await Promise.all([loadConfig(), supabase.realtime.setAuth()]);
      // Joining takes long enough for a task; this moment is also that of the first drawing.
      await nextTask();
      if (isOvertaken()) return;
      this.#join(supabase, servedAt);
    } catch (error) {
      if (isOvertaken()) return;
      console.warn('The live channel could not be opened; trying again.', error);
      setStatus('interrupted');
      this.#retry();
    }
  }

  #join(supabase: Client, servedAt: number): void {
    // What changed between the first reading and the joining: the server has kept it.
    const replay =
      this.#hasJoined || !this.#replays
        ? {}
        : { replay: { since: servedAt - CLOCK_MARGIN, limit: REPLAY_LIMIT } };
    const channel = supabase.channel(`user:${this.#userId}`, {
      config: { private: true, broadcast: replay },
    });
    this.#channel = channel;
    this.#lastSign = Date.now();
    supabase.realtime.onHeartbeat((heartbeat) => {
      if (heartbeat === 'ok') this.#lastSign = Date.now();
    });
    channel
      .on('broadcast', { event: 'change' }, ({ payload, meta }) => {
        this.#receive(payload, meta?.replayed === true);
      })
      .subscribe((state, error) => {
        if (channel === this.#channel) this.#follow(state, error);
      });
  }

  #receive(payload: unknown, isReplayed: boolean): void {
    this.#lastSign = Date.now();
    if (!isMessage(payload)) return;
    const table = tables.get(payload.table);
    if (!table) return;
    if (isReplayed) {
      this.#replayed += 1;
      if (this.#replayed === REPLAY_LIMIT) this.#reload();
    }
    table.receive(this.#client, payload).catch((error: unknown) => {
      // The change is known and its rows are not: the next interruption or visit reads them.
      console.error(`A change of ${payload.table} could not be read.`, error);
      void table.reload(this.#client);
    });
  }

  #follow(state: `${REALTIME_SUBSCRIBE_STATES}`, error: Error | undefined): void {
    if (state === 'SUBSCRIBED') {
      const missed = this.#hasJoined || !this.#replays;
      this.#hasJoined = true;
      this.#attempt = 0;
      this.#lastSign = Date.now();
      setStatus('live');
      if (missed) this.#reload();
      return;
    }
    setStatus('interrupted');
    // The server also ends the channels of a session that was ended elsewhere, and takes no new ones.
    checkSession().catch((cause: unknown) => {
      console.warn('The session could not be checked.', cause);
    });
    if (error?.message.includes('UnableToReplayMessages')) {
      this.#replays = false;
      void this.#open();
    } else if (state === 'CLOSED') {
      // An expired token ends here and the client forgets the channel (protocol page, pitfall 2).
      this.#retry();
    }
    // After CHANNEL_ERROR and TIMED_OUT the client joins again by itself.
  }

  #wake(): void {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - this.#lastSign > SILENCE) void this.#open();
  }

  #retry(): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    const delay = RECONNECT_AFTER[Math.min(this.#attempt, RECONNECT_AFTER.length - 1)];
    this.#attempt += 1;
    this.#timer = setTimeout(() => void this.#open(), delay);
  }

  #reload(): void {
    for (const table of tables.values()) {
      table.reload(this.#client).catch((error: unknown) => {
        console.error(`${table.table} could not be reloaded.`, error);
      });
    }
  }
}

/** Opens the live channel of a signed-in person; returns the way to close it. */
export function startLive(userId: string, client: QueryClient = queryClient): () => void {
  const live = new Live(client, userId);
  live.start();
  return () => {
    live.stop().catch((error: unknown) => console.warn('The live channel did not close.', error));
  };
}
