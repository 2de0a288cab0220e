import { ChannelAuthorization } from './channel-authorization.ts';
import { readReplay } from './delivery.ts';
import type { Replay } from './delivery.ts';
import { encodeBroadcast } from './frames.ts';
import type { Broadcast, ClientFrame } from './frames.ts';
import { parseJoin, parseToken } from './join.ts';
import { DatabaseUnavailable } from './policies.ts';
import type { RealtimeContext } from './context.ts';
import type { Subscriber } from './topics.ts';
import { notPermitted, userOfToken } from './user.ts';
import type { JoinError, User } from './user.ts';

/** The socket, as a channel sees it. */
type ChannelSocket = {
  send(frame: ClientFrame): void;
  write(frame: Buffer): void;
  /** Whether the policies may be asked about the user again, or too often of late. */
  takeJoin(user: User): boolean;
  /** Makes the socket one of the user's, or says why not. */
  assignTo(user: User): JoinError | undefined;
  /** Counts bytes as held, or as no longer held when negative; false when they are too many. */
  reserve(bytes: number): boolean;
  /** The channel is over; frames for its topic are no longer its own. */
  removeChannel(channel: Channel): void;
};

/** Bytes of a channel beside its token: objects, timers, names, map entries. */
const CHANNEL_BYTES = 4_000;

const TOO_MANY_JOINS = {
  code: 'ClientJoinRateLimitReached',
  text: 'Too many joins per second',
};
const UNAVAILABLE = {
  code: 'UnableToConnectToProject',
  text: 'Realtime was unable to connect to the project database',
};
const CLOSED = { code: 'Unauthorized', text: 'The channel was closed' };

/** One socket's membership in one topic, from `phx_join` to its end. */
export class Channel implements Subscriber {
  /** As frames name it. */
  readonly topic: string;
  readonly joinRef: string | null;
  /** As policies and messages name it. */
  #subTopic: string;
  #shared: RealtimeContext;
  #socket: ChannelSocket;
  #authorization: ChannelAuthorization;
  /** Messages that came while those from before were being read. */
  #early: [id: string, frame: Buffer][] | undefined;
  #replayed = new Set<string>();
  #reserved = 0;
  #closed = false;

  constructor(shared: RealtimeContext, socket: ChannelSocket, { topic, joinRef }: ClientFrame) {
    this.#shared = shared;
    this.#socket = socket;
    this.topic = topic;
    this.joinRef = joinRef;
    this.#subTopic = topic.slice('realtime:'.length);
    this.#authorization = new ChannelAuthorization(shared, this.#subTopic, (text) =>
      this.end(text),
    );
  }

  /** Joins and answers, or returns why not. */
  async join(frame: ClientFrame): Promise<JoinError | undefined> {
    try {
      return await this.#join(frame);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return UNAVAILABLE;
    }
  }

  async #join(frame: ClientFrame): Promise<JoinError | undefined> {
    if (this.#subTopic === '') {
      return { code: 'TopicNameRequired', text: 'You must provide a topic name' };
    }
    const parsed = parseJoin(frame.payload);
    if ('joinError' in parsed) return parsed.joinError;
    const { token, replay } = parsed.request;
    if (token === undefined) return notPermitted(this.#subTopic);
    const found = userOfToken(token, this.#subTopic, this.#shared.context);
    if ('joinError' in found) return found.joinError;
    const joinError = await this.#admit(found.user);
    if (joinError) return joinError;
    if (replay) this.#early = [];
    this.#shared.topics.subscribe(this.#subTopic, this);
    const replayed = replay ? await this.#readReplay(replay) : [];
    if (this.#closed) return CLOSED;
    this.#reply(frame.ref, 'ok', { postgres_changes: [] });
    this.#replay(replayed);
    return undefined;
  }

  async #admit(user: User): Promise<JoinError | undefined> {
    if (!this.#socket.takeJoin(user)) return TOO_MANY_JOINS;
    const joinError = await this.#authorization.admit(user);
    return joinError ?? this.#socket.assignTo(user) ?? this.#reserve(user);
  }

  #reserve({ token }: User): JoinError | undefined {
    const bytes = CHANNEL_BYTES + token.length;
    if (!this.#socket.reserve(bytes - this.#reserved)) {
      return { code: 'ChannelRateLimitReached', text: 'Too many channels' };
    }
    this.#reserved = bytes;
    return undefined;
  }

  async #readReplay(replay: Replay): Promise<Broadcast[]> {
    const client = this.#shared.client();
    if (!client) throw new DatabaseUnavailable('no link');
    return readReplay(client, this.#subTopic, replay).catch((cause: unknown) => {
      throw new DatabaseUnavailable('replay', { cause });
    });
  }

  #replay(messages: Broadcast[]): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of messages) {
      this.#socket.write(encodeBroadcast(message, true));
      this.#replayed.add(message.id);
    }
    for (const [id, frame] of early) this.deliver(id, frame);
  }

  /**
   * Takes another token of the same person; one that is worth less ends the channel. Throws
   * DatabaseUnavailable.
   */
  async changeToken(payload: unknown): Promise<void> {
    const token = parseToken(payload);
    const before = this.#authorization.user;
    if (token === undefined || token === before?.token) return;
    const found = userOfToken(token, this.#subTopic, this.#shared.context);
    if ('joinError' in found) return this.end(found.joinError.text);
    if (found.user.id !== before?.id) return this.end(notPermitted(this.#subTopic).text);
    const joinError = await this.#admit(found.user);
    if (joinError) this.end(joinError.text);
  }

  /** Hands over a message, unless it was among those from before. */
  deliver(id: string, frame: Buffer): void {
    if (this.#early) return void this.#early.push([id, frame]);
    if (this.#replayed.delete(id)) return;
    this.#socket.write(frame);
    this.#authorization.delivered();
  }

  /** Information for the client; the channel goes on. */
  announce(message: string): void {
    this.#system('ok', message);
  }

  /** The server ends the channel and says why; the client does not come back by itself. */
  end(message: string): void {
    if (this.#closed) return;
    this.#system('error', message);
    this.close();
  }

  /** Ends the channel with `phx_close`. */
  close(): void {
    this.#finish('phx_close');
  }

  /** Ends the channel so that the client joins again: an error on the server. */
  fail(): void {
    this.#finish('phx_error');
  }

  #finish(event: 'phx_close' | 'phx_error'): void {
    if (this.#closed) return;
    const { topic, joinRef } = this;
    this.#socket.send({ joinRef, ref: joinRef, topic, event, payload: {} });
    this.drop();
  }

  /** Ends the channel without a message: it was refused, or its socket is gone. */
  drop(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#authorization.stop();
    this.#shared.topics.unsubscribe(this.#subTopic, this);
    this.#socket.reserve(-this.#reserved);
    this.#socket.removeChannel(this);
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    const { topic, joinRef } = this;
    this.#socket.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #system(status: 'ok' | 'error', message: string): void {
    const payload = { extension: 'system', status, message, channel: this.#subTopic };
    this.#socket.send({ joinRef: null, ref: null, topic: this.topic, event: 'system', payload });
  }
}
