import type { WebSocket } from 'ws';
import type { Caller } from './caller.ts';
import { Channel } from './channel.ts';
import { decodeFrame, encodeFrame } from './frames.ts';
import type { ClientFrame, ServerFrame, Version } from './frames.ts';
import { TokenBucket } from './limits.ts';
import type { Shared } from './service.ts';
import type { Outlet } from './voice.ts';

export type SocketOptions = { version: Version; opener: Caller; headers: Record<string, string> };

/** One WebSocket: reads frames, hands each to its topic in order, and keeps the client to the limits. */
export class Socket implements Outlet {
  readonly version: Version;
  readonly opener: Caller;
  readonly headers: Record<string, string>;
  #shared: Shared;
  #ws: WebSocket;
  #channels = new Map<string, Channel>();
  /** The end of each topic's queue: joins and leaves of a topic never overtake each other. */
  #queues = new Map<string, Promise<void>>();
  #pending = 0;
  #events: TokenBucket;
  #joins: TokenBucket;
  #refusals = new Set<NodeJS.Timeout>();
  #idle: NodeJS.Timeout;

  constructor(shared: Shared, ws: WebSocket, { version, opener, headers }: SocketOptions) {
    this.#shared = shared;
    this.#ws = ws;
    this.version = version;
    this.opener = opener;
    this.headers = headers;
    this.#events = new TokenBucket(shared.limits.eventsPerSecond);
    this.#joins = new TokenBucket(shared.limits.eventsPerSecond);
    this.#idle = setTimeout(() => ws.close(1000, 'idle'), shared.limits.idleMs);
    ws.on('message', (data, isBinary) => this.#receive(bytesOf(data), isBinary));
    // Oversized or broken frames: ws closes by itself, this only keeps the error from being thrown.
    ws.on('error', (error) => {
      shared.context.log('info', 'realtime socket failed', { error: error.message });
    });
    ws.on('close', () => this.#closed());
  }

  #receive(data: Uint8Array, isBinary: boolean): void {
    this.#idle.refresh();
    const frame = decodeFrame(data, isBinary, this.version);
    if (!frame) return this.#ws.close(1007, 'malformed frame');
    if (frame.topic === 'phoenix') {
      if (frame.event === 'heartbeat') this.#reply(frame, 'ok', {});
      return;
    }
    this.#enqueue(frame);
  }

  #enqueue(frame: ClientFrame): void {
    this.#pending += 1;
    if (this.#pending > this.#shared.limits.pendingFrames) this.#ws.pause();
    const { topic } = frame;
    const done = this.#after(this.#queues.get(topic), frame);
    this.#queues.set(topic, done);
    void done.finally(() => {
      if (this.#queues.get(topic) === done) this.#queues.delete(topic);
    });
  }

  async #after(before: Promise<void> | undefined, frame: ClientFrame): Promise<void> {
    await before;
    try {
      await this.#handle(frame);
    } catch (error) {
      this.#failed(frame.topic, error);
    }
    this.#pending -= 1;
    if (this.#ws.isPaused && this.#pending === 0) this.#ws.resume();
  }

  #failed(topic: string, error: unknown): void {
    this.#shared.context.log('error', 'realtime could not handle a frame', {
      error: String(error),
    });
    this.#channels.get(topic)?.fail();
  }

  async #handle(frame: ClientFrame): Promise<void> {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const channel = this.#channels.get(frame.topic);
    if (frame.event === 'phx_join') return this.#join(frame, channel);
    const isStale = channel && frame.joinRef !== null && frame.joinRef !== channel.joinRef;
    if (frame.event === 'phx_leave') {
      this.#reply(frame, 'ok', {});
      if (!isStale) channel?.close();
      return;
    }
    if (!channel) return this.#reply(frame, 'error', { reason: 'unmatched topic' });
    if (isStale) return;
    if (!this.#events.take()) return channel.end('Too many messages per second');
    await channel.handle(frame);
  }

  async #join(frame: ClientFrame, previous: Channel | undefined): Promise<void> {
    previous?.close();
    const { topic } = frame;
    if (!topic.startsWith('realtime:')) {
      return this.#reply(frame, 'error', { reason: 'unmatched topic' });
    }
    if (this.#channels.size >= this.#shared.limits.channelsPerSocket) {
      return this.#refuse(frame, 'ChannelRateLimitReached: Too many channels');
    }
    if (!this.#joins.take()) {
      return this.#refuse(frame, 'ClientJoinRateLimitReached: Too many joins per second');
    }
    const channel = new Channel(this.#shared, this, topic, frame.joinRef);
    this.#channels.set(topic, channel);
    const reason = await channel.join(frame);
    if (reason === undefined) return;
    channel.drop();
    this.#refuse(frame, reason);
  }

  /** Only the answer waits, so that a client that asks again and again does so slowly. */
  #refuse(frame: ClientFrame, reason: string): void {
    const timer = setTimeout(() => {
      this.#refusals.delete(timer);
      this.#reply(frame, 'error', { reason });
    }, this.#shared.limits.refusalDelayMs);
    this.#refusals.add(timer);
  }

  #reply({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: unknown): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  send(frame: ServerFrame): void {
    this.sendEncoded(encodeFrame(this.version, frame));
  }

  sendEncoded(data: string | Uint8Array): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#shared.limits.backlogBytes) {
      this.#shared.context.log('warn', 'realtime cut a client that reads too slowly');
      return this.#ws.terminate();
    }
    this.#ws.send(data);
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  /** The server stops: tells every channel and closes with 1012, after which clients come back. */
  shutDown(): void {
    for (const channel of this.#channels.values()) {
      channel.announce('Server requested disconnect');
    }
    this.#ws.close(1012, 'service restart');
  }

  #closed(): void {
    clearTimeout(this.#idle);
    for (const timer of this.#refusals) clearTimeout(timer);
    for (const channel of this.#channels.values()) channel.drop();
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
