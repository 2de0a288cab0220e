import { DatabaseUnavailable } from './authorisation.ts';
import type { Subject } from './authorisation.ts';
import { callerOfToken, isKeyFormat } from './caller.ts';
import type { Caller } from './caller.ts';
import { ChannelPresence } from './channel-presence.ts';
import { readReplay } from './delivery.ts';
import { broadcastOf, isRecord, sizeOf } from './frames.ts';
import type { Broadcast, ClientFrame } from './frames.ts';
import type { Address, Member, Outgoing } from './hub.ts';
import { parseJoin } from './join.ts';
import type { JoinRequest } from './join.ts';
import type { PresenceDiff } from './presence.ts';
import { Rights } from './rights.ts';
import type { Shared } from './service.ts';
import { Standing } from './standing.ts';
import { Voice } from './voice.ts';
import type { Outlet } from './voice.ts';

/** The socket that the channel came by. */
type Home = Outlet & {
  /** The channel is over; frames for its topic are no longer its own. */
  forget(channel: Channel): void;
};

/** One socket's membership in one topic, from `phx_join` to its end. */
export class Channel implements Member {
  readonly topic: string;
  readonly joinRef: string | null;
  #shared: Shared;
  #outlet: Home;
  #voice: Voice;
  #address: Address;
  #request: JoinRequest | undefined;
  #standing: Standing;
  #presence: ChannelPresence | undefined;
  /** Messages that came while the answer to the join was being put together. */
  #held: Outgoing[] | undefined;
  #replayed = new Set<string>();
  #closed = false;

  constructor(shared: Shared, outlet: Home, topic: string, joinRef: string | null) {
    this.#shared = shared;
    this.#outlet = outlet;
    this.#voice = new Voice(outlet, topic, joinRef);
    this.topic = topic;
    this.joinRef = joinRef;
    this.#standing = new Standing(shared, (text) => this.end(text));
    this.#address = { subTopic: topic.slice('realtime:'.length), isPrivate: false };
  }

  /** Joins and answers, or returns why not. */
  async join(frame: ClientFrame): Promise<string | undefined> {
    try {
      return await this.#join(frame);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return 'UnableToConnectToProject: Realtime was unable to connect to the project database';
    }
  }

  async #join(frame: ClientFrame): Promise<string | undefined> {
    const { subTopic } = this.#address;
    if (subTopic === '') return 'TopicNameRequired: You must provide a topic name';
    const parsed = parseJoin(frame.payload);
    if (!parsed.ok) return parsed.reason;
    const { request } = parsed;
    const { token, isPrivate } = request;
    const who =
      token === undefined
        ? { ok: true as const, caller: this.#outlet.opener }
        : callerOfToken(token, this.#shared.context);
    if (!who.ok) return `${who.code}: ${who.text}`;

    this.#request = request;
    this.#address = { subTopic, isPrivate };
    const rights = new Rights(this.#shared, isPrivate, this.#subject(who.caller));
    const refusal = await this.#standing.admit(rights, request.presence.enabled);
    if (refusal) return `${refusal.code}: ${refusal.text}`;
    this.#presence = new ChannelPresence(this.#shared, this.#address, rights, request.presence);
    if (request.replay) this.#held = [];
    this.#shared.hub.enter(this.#address, this);
    const replayed = request.replay ? await this.#readReplay(request.replay) : [];
    if (this.#closed) return 'Unauthorized: The channel was closed';
    this.#welcome(frame.ref, request, replayed);
    return undefined;
  }

  async #readReplay(replay: NonNullable<JoinRequest['replay']>): Promise<Broadcast[]> {
    const client = this.#shared.client();
    if (!client || !this.#standing.rights?.readable.has('broadcast')) return [];
    return readReplay(client, this.#address.subTopic, replay).catch((cause: unknown) => {
      throw new DatabaseUnavailable('replay', { cause });
    });
  }

  #welcome(ref: string | null, request: JoinRequest, replayed: Broadcast[]): void {
    this.#voice.reply(ref, 'ok', { postgres_changes: [] });
    if (request.replicationReady) this.#voice.system('ok', 'Replication connection established');
    const state = this.#presence?.state;
    if (state) this.#voice.push('presence_state', state);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const message of replayed) {
      this.#shared.hub.deliverTo(this, this.#address, message);
      if (message.meta) this.#replayed.add(message.meta.id);
    }
    for (const message of held) this.deliver(message);
  }

  /** Handles a frame of a joined channel, other than join and leave. */
  async handle(frame: ClientFrame): Promise<void> {
    if (this.#closed) return;
    if (frame.event === 'broadcast') return this.#broadcast(frame);
    if (frame.event === 'access_token') return this.#changeToken(frame.payload);
    if (frame.event === 'presence') return this.#handlePresence(frame);
  }

  async #broadcast(frame: ClientFrame): Promise<void> {
    const request = this.#request;
    const message = frame.broadcast ?? broadcastOf(frame.payload);
    if (!request || !message || !(await this.#standing.rights?.mayWrite('broadcast'))) return;
    const tooLarge = sizeOf(message) > this.#shared.limits.payloadBytes;
    if (!tooLarge && !this.#closed) {
      this.#shared.hub.publish(this.#address, message, request.self ? undefined : this);
    }
    if (!request.ack) return;
    if (tooLarge) this.#voice.reply(frame.ref, 'error', 'payload_size_exceeded');
    else this.#voice.reply(frame.ref, 'ok', {});
  }

  async #handlePresence(frame: ClientFrame): Promise<void> {
    const result = await this.#presence?.handle(frame.payload);
    if (this.#closed || result === undefined) return;
    if (result === 'flood') return this.end('Too many presence messages per second');
    this.#voice.reply(frame.ref, result, {});
  }

  async #changeToken(payload: unknown): Promise<void> {
    const token = isRecord(payload) ? payload['access_token'] : undefined;
    const current = this.#standing.rights?.subject.caller;
    if (typeof token !== 'string' || isKeyFormat(token) || token === current?.token) return;
    const who = callerOfToken(token, this.#shared.context);
    if (!who.ok) return this.end(who.text);
    const rights = new Rights(this.#shared, this.#address.isPrivate, this.#subject(who.caller));
    const presence = this.#presence?.enabled ?? false;
    if (await this.#standing.change(rights, presence)) this.#presence?.change(rights);
  }

  #subject(caller: Caller): Subject {
    return { caller, topic: this.#address.subTopic, headers: this.#outlet.headers };
  }

  /** A broadcast for this channel. */
  deliver(message: Outgoing): void {
    if (this.#held) return void this.#held.push(message);
    if (!this.#standing.rights?.readable.has('broadcast')) return;
    if (message.id !== undefined && this.#replayed.delete(message.id)) return;
    const data = message.for(this.#outlet.version);
    if (data !== undefined) this.#outlet.sendEncoded(data);
    this.#standing.delivered();
  }

  deliverPresence(diff: PresenceDiff): void {
    if (this.#presence?.enabled && this.#standing.rights?.readable.has('presence')) {
      this.#voice.push('presence_diff', diff);
    }
  }

  /** Information for the client; the channel goes on. */
  announce(message: string): void {
    this.#voice.system('ok', message);
  }

  /** The server ends the channel and says why; the client does not come back by itself. */
  end(message: string): void {
    if (this.#closed) return;
    this.#voice.system('error', message);
    this.close();
  }

  /** Ends the channel with `phx_close`. */
  close(): void {
    if (this.#closed) return;
    this.#voice.over('phx_close');
    this.#dispose();
  }

  /** Ends the channel so that the client joins again: something went wrong that was not its fault. */
  fail(): void {
    if (this.#closed) return;
    this.#voice.over('phx_error');
    this.#dispose();
  }

  /** Ends the channel without a word: it was refused, or its socket is gone. */
  drop(): void {
    this.#dispose();
  }

  #dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#standing.stop();
    this.#shared.hub.leave(this.#address, this);
    this.#presence?.leave();
    this.#outlet.forget(this);
  }
}
