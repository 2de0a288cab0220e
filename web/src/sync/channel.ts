import type { REALTIME_SUBSCRIBE_STATES, RealtimeChannel } from '@supabase/supabase-js';
import { resetRefreshBackoff, type Client } from '../lib/supabase.ts';

export type ChannelStatus = 'connecting' | 'live' | 'interrupted';

/** A message of the database: which table changed, and the owner's latest revision. */
export type ChannelMessage = { table: string; rev?: number; rows?: unknown[] };

export type ChannelOptions = {
  topic: string;
  getSupabase: () => Promise<Client>;
  onMessage: (message: ChannelMessage) => void;
  /** Joined, at first or after an interruption: something may have been missed. */
  onJoined: () => void;
  onStatus: (status: ChannelStatus) => void;
  /** Closed by the server: the session may be over. */
  onLeft: () => void;
  /** Where `online`, `offline`, `pageshow` and `visibilitychange` happen. */
  events: Pick<EventTarget, 'addEventListener'>;
  isVisible: () => boolean;
};

/** Milliseconds until a channel that was closed is made again, attempt by attempt. */
const RECONNECT_AFTER = [1000, 2000, 5000, 10_000];
/** Milliseconds in which the client has to be back by itself after an error. */
const REJOIN_WITHIN = 10_000;
/** Heartbeats come every 25 s; after twice that the machine was asleep, whatever the socket reports. */
const SILENCE = 60_000;

export function isChannelMessage(payload: unknown): payload is ChannelMessage {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'table' in payload &&
    typeof payload.table === 'string'
  );
}

/** One private topic, joined again whenever it was lost, from `start` to `stop`. */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #stop = new AbortController();
  #supabase: Client | undefined;
  #channel: RealtimeChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #opening = 0;
  #lastSign = Date.now();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  start(): void {
    const { events, onStatus } = this.#options;
    const { signal } = this.#stop;
    events.addEventListener('online', () => void this.#open(), { signal });
    events.addEventListener('offline', () => onStatus('interrupted'), { signal });
    events.addEventListener('pageshow', () => this.#wake(), { signal });
    events.addEventListener('visibilitychange', () => this.#wake(), { signal });
    void this.#open();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    const channel = this.#channel;
    this.#channel = undefined;
    if (channel) await this.#supabase?.removeChannel(channel);
  }

  /** Opens a channel on a new connection; the one before may be dead unnoticed. */
  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    this.#opening += 1;
    const opening = this.#opening;
    const isOvertaken = () => this.#stop.signal.aborted || opening !== this.#opening;
    try {
      const supabase = await this.#options.getSupabase();
      this.#supabase = supabase;
      const old = this.#channel;
      this.#channel = undefined;
      if (old) {
        this.#options.onStatus('interrupted');
        await supabase.removeChannel(old);
        await supabase.realtime.disconnect();
      }
      resetRefreshBackoff(supabase);
      // The token first: a channel joined without one is refused.
      await supabase.realtime.setAuth();
      if (isOvertaken()) return;
      this.#join(supabase);
    } catch (error) {
      if (isOvertaken()) return;
      console.warn('The live channel could not be opened; trying again.', error);
      this.#options.onStatus('interrupted');
      this.#retry();
    }
  }

  #join(supabase: Client): void {
    const channel = supabase.channel(this.#options.topic, { config: { private: true } });
    this.#channel = channel;
    this.#lastSign = Date.now();
    supabase.realtime.onHeartbeat((heartbeat) => {
      if (heartbeat === 'ok') this.#lastSign = Date.now();
    });
    channel
      .on('broadcast', { event: 'change' }, ({ payload }) => {
        this.#lastSign = Date.now();
        if (channel === this.#channel && isChannelMessage(payload))
          this.#options.onMessage(payload);
      })
      .subscribe((state) => {
        if (channel === this.#channel) this.#follow(state);
      });
  }

  #follow(state: `${REALTIME_SUBSCRIBE_STATES}`): void {
    if (state === 'SUBSCRIBED') {
      clearTimeout(this.#timer);
      this.#attempt = 0;
      this.#lastSign = Date.now();
      this.#options.onStatus('live');
      this.#options.onJoined();
      return;
    }
    this.#options.onStatus('interrupted');
    this.#options.onLeft();
    // CLOSED: the token has expired, and the client drops the channel. After CHANNEL_ERROR and
    // TIMED_OUT the client joins again by itself, unless it was just closing a connection: then it
    // waits forever.
    this.#retry(state === 'CLOSED' ? undefined : REJOIN_WITHIN);
  }

  #wake(): void {
    if (!this.#options.isVisible()) return;
    if (Date.now() - this.#lastSign > SILENCE) void this.#open();
  }

  #retry(after?: number): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    const delay = after ?? RECONNECT_AFTER[Math.min(this.#attempt, RECONNECT_AFTER.length - 1)];
    if (after === undefined) this.#attempt += 1;
    this.#timer = setTimeout(() => void this.#open(), delay);
  }
}
