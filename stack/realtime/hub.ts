import { encodeBroadcast } from './frames.ts';
import type { Broadcast, Version } from './frames.ts';
import { Presence } from './presence.ts';
import type { PresenceDiff } from './presence.ts';

/** A broadcast on its way to many, written at most once for each protocol version. */
export class Outgoing {
  readonly id: string | undefined;
  #topic: string;
  #message: Broadcast;
  #written = new Map<Version, string | Uint8Array | undefined>();

  constructor(subTopic: string, message: Broadcast) {
    this.id = message.meta?.id;
    this.#topic = `realtime:${subTopic}`;
    this.#message = message;
  }

  /** The frame, or undefined if that version cannot say it. */
  for(version: Version): string | Uint8Array | undefined {
    if (!this.#written.has(version)) {
      this.#written.set(version, encodeBroadcast(version, this.#topic, this.#message));
    }
    return this.#written.get(version);
  }
}

/** A joined channel, as the hub sees it. */
export type Member = {
  deliver(message: Outgoing): void;
  deliverPresence(diff: PresenceDiff): void;
};

/** One address: private and public channels of the same name never meet. */
export type Address = { subTopic: string; isPrivate: boolean };

type Room = { members: Set<Member>; presence: Presence };

/** Who is joined where. Rooms exist as long as somebody is in them. */
export class Hub {
  #rooms = new Map<string, Room>();

  enter(address: Address, member: Member): void {
    const key = keyOf(address);
    const room = this.#rooms.get(key) ?? { members: new Set(), presence: new Presence() };
    room.members.add(member);
    this.#rooms.set(key, room);
  }

  leave(address: Address, member: Member): void {
    const key = keyOf(address);
    const room = this.#rooms.get(key);
    room?.members.delete(member);
    if (room?.members.size === 0) this.#rooms.delete(key);
  }

  /** Sends to everybody at the address except `except`, the sender that does not want its own. */
  publish(address: Address, message: Broadcast, except?: Member): void {
    const room = this.#rooms.get(keyOf(address));
    if (!room) return;
    const outgoing = new Outgoing(address.subTopic, message);
    for (const member of room.members) {
      if (member !== except) member.deliver(outgoing);
    }
  }

  /** Sends to one member only. */
  deliverTo(member: Member, address: Address, message: Broadcast): void {
    member.deliver(new Outgoing(address.subTopic, message));
  }

  /** The address's presence, while somebody is there. */
  presence(address: Address): Presence | undefined {
    return this.#rooms.get(keyOf(address))?.presence;
  }

  publishPresence(address: Address, diff: PresenceDiff): void {
    const room = this.#rooms.get(keyOf(address));
    for (const member of room?.members ?? []) member.deliverPresence(diff);
  }
}

function keyOf({ subTopic, isPrivate }: Address): string {
  return `${isPrivate ? 'private' : 'public'}:${subTopic}`;
}
