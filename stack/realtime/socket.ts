import type { WebSocket } from 'ws';
import { Channel } from './channel.ts';
import { decodeFrame, encodeFrame } from './frames.ts';
import type { ClientFrame } from './frames.ts';
import { TokenBucket } from './limits.ts';
import { SocketUsage } from './quotas.ts';
import type { Quotas } from './quotas.ts';
import type { RealtimeContext } from './context.ts';
import type { JoinError, User } from './user.ts';

/** Bytes of a queued frame beside its text. */
const FRAME_BYTES = 500;

const TOO_OFTEN = 'Too many messages per second';

/** One WebSocket: reads frames, handles one after the other, and keeps the client to the limits. */
export class Socket {
  #shared: RealtimeContext;
  #quotas: Quotas;
  #ws: WebSocket;
  #usage: SocketUsage;
  #channels = new Map<string, Channel>();
  #account: string | undefined;
  #frames: TokenBucket;
  /** The end of the queue: joins and leaves never overtake each other. */
  #queue = Promise.resolve();
  #idle: NodeJS.Timeout;
  /** Runs while no channel is joined. */
  #deadline: NodeJS.Timeout | undefined;

  constructor(shared: RealtimeContext, quotas: Quotas, address: string, ws: WebSocket) {
    const { limits } = shared;
    this.#shared = shared;
    this.#quotas = quotas;
    this.#ws = ws;
    this.#usage = new SocketUsage(quotas, quotas.ofAddress(address), () => ws.terminate());
    this.#frames = new TokenBucket(limits.framesPerSecond, limits.framesAtOnce);
    this.#idle = setTimeout(() => ws.close(1000, 'idle'), limits.idleMs);
    this.#closeAfter(limits.anonymousMs);
    ws.on('message', (data, isBinary) => this.#receive(bytesOf(data), isBinary));
    // Answered here, since the answers count for those who do not read them.
    ws.on('ping', (data) => this.#pong(data));
    // Too large, or not a WebSocket frame: ws has sent the close code, and would read on to the end.
    ws.on('error', () => ws.terminate());
    ws.on('close', () => this.#closed());
  }

  #closeAfter(ms: number): void {
    this.#deadline ??= setTimeout(() => {
      this.#deadline = undefined;
      // A join that the database has not answered yet: many may have come at once.
      if (this.#channels.size > 0) this.#closeAfter(ms);
      else this.#ws.close(1000, 'no channel is joined');
    }, ms);
  }

  #takeFrame(): boolean {
    return this.#frames.take() && this.#usage.address.takeFrame();
  }

  #pong(data: Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#takeFrame()) this.#ws.pong(data);
    else this.#ws.close(1008, TOO_OFTEN);
  }

  #receive(data: Uint8Array, isBinary: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#idle.refresh();
    if (!this.#takeFrame()) return this.#ws.close(1008, TOO_OFTEN);
    // A broadcast: supabase-js sends nothing else this way. Dropped, like what no policy lets through.
    if (isBinary) return;
    const frame = decodeFrame(data);
    if (!frame) return this.#ws.close(1007, 'malformed frame');
    if (frame.topic === 'phoenix') {
      if (frame.event === 'heartbeat') this.#reply(frame, 'ok', {});
      return;
    }
    const bytes = data.length + FRAME_BYTES;
    if (!this.#usage.reserve(bytes)) return this.#ws.close(1008, 'Too many messages at once');
    this.#queue = this.#handleAfter(this.#queue, frame, bytes);
  }

  async #handleAfter(before: Promise<void>, frame: ClientFrame, bytes: number): Promise<void> {
    await before;
    try {
      await this.#handle(frame);
    } catch (error) {
      this.#failed(frame.topic, error);
    }
    this.#usage.release(bytes);
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
    if (frame.event === 'access_token') return channel.changeToken(frame.payload);
    this.#reply(frame, 'error', { reason: 'Sending is not available here' });
  }

  async #join(frame: ClientFrame, previous: Channel | undefined): Promise<void> {
    previous?.close();
    const { topic } = frame;
    if (!topic.startsWith('realtime:')) {
      return this.#reply(frame, 'error', { reason: 'unmatched topic' });
    }
    if (this.#channels.size >= this.#shared.limits.channelsPerSocket) {
      return this.#refuse(frame, { code: 'ChannelRateLimitReached', text: 'Too many channels' });
    }
    const channel = new Channel(this.#shared, this, frame);
    this.#channels.set(topic, channel);
    const joinError = await channel.join(frame);
    if (joinError) {
      channel.drop();
      return this.#refuse(frame, joinError);
    }
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }

  #refuse(frame: ClientFrame, { code, text }: JoinError): void {
    this.#reply(frame, 'error', { reason: `${code}: ${text}` });
  }

  #reply({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: unknown): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  send(frame: ClientFrame): void {
    this.write(encodeFrame(frame));
  }

  /** Sends a text frame that is written already; a client that reads too slowly is cut off. */
  write(data: Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (!this.#usage.reserve(data.length)) {
      this.#shared.context.log('info', 'realtime cut off a client that reads too slowly');
      return this.#usage.disconnect();
    }
    this.#ws.send(data, { binary: false }, () => this.#usage.release(data.length));
  }

  takeJoin(user: User): boolean {
    return this.#quotas.ofAccount(user.id).takeJoin() && this.#usage.address.takeJoin();
  }

  assignTo({ id }: User): JoinError | undefined {
    const isShared = this.#account !== undefined && this.#account !== id && this.#channels.size > 1;
    if (isShared || !this.#usage.assignTo(this.#quotas.ofAccount(id))) {
      return { code: 'ConnectionRateLimitReached', text: 'Too many connected users' };
    }
    this.#account = id;
    return undefined;
  }

  reserve(bytes: number): boolean {
    if (bytes > 0) return this.#usage.reserve(bytes);
    this.#usage.release(-bytes);
    return true;
  }

  removeChannel(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
    if (this.#channels.size === 0) this.#closeAfter(this.#shared.limits.idleMs);
  }

  /** The server stops: notifies every channel and closes with 1012, after which clients reconnect. */
  shutDown(): void {
    for (const channel of this.#channels.values()) {
      channel.announce('Server requested disconnect');
    }
    this.#ws.close(1012, 'service restart');
  }

  #closed(): void {
    for (const channel of this.#channels.values()) channel.drop();
    clearTimeout(this.#idle);
    clearTimeout(this.#deadline);
    this.#usage.dispose();
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
