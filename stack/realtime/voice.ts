import type { Caller } from './caller.ts';
import type { ServerFrame, Version } from './frames.ts';

/** The socket, as a channel sees it. */
export type Outlet = {
  readonly version: Version;
  /** Who opened the socket, by API key. */
  readonly opener: Caller;
  readonly headers: Record<string, string>;
  send(frame: ServerFrame): void;
  sendEncoded(data: string | Uint8Array): void;
};

/** What the server says on one channel. */
export class Voice {
  #outlet: Outlet;
  #topic: string;
  #joinRef: string | null;

  constructor(outlet: Outlet, topic: string, joinRef: string | null) {
    this.#outlet = outlet;
    this.#topic = topic;
    this.#joinRef = joinRef;
  }

  /** Answers the frame with that `ref`. */
  reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    this.#send(this.#joinRef, ref, 'phx_reply', { status, response });
  }

  /** Says something that was not asked for. */
  push(event: string, payload: unknown): void {
    this.#send(null, null, event, payload);
  }

  /** Information about the channel, in words. */
  system(status: 'ok' | 'error', message: string): void {
    const channel = this.#topic.slice('realtime:'.length);
    this.push('system', { extension: 'system', status, message, channel });
  }

  /** The channel is over. `phx_error`: the client is to join again; `phx_close`: it is not. */
  over(event: 'phx_close' | 'phx_error'): void {
    this.#send(this.#joinRef, this.#joinRef, event, {});
  }

  #send(joinRef: string | null, ref: string | null, event: string, payload: unknown): void {
    this.#outlet.send({ joinRef, ref, topic: this.#topic, event, payload });
  }
}
