import { encodeBroadcast } from './frames.ts';
import type { Broadcast } from './frames.ts';

/** Who is joined to a topic. */
export type Subscriber = {
  /** Hands over a message; `frame` is what goes out, shared by all. */
  deliver(id: string, frame: Buffer): void;
};

/** Which channels are joined to which topic. A topic exists as long as somebody is joined to it. */
export class Topics {
  #subscribers = new Map<string, Set<Subscriber>>();

  subscribe(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers.add(subscriber));
  }

  unsubscribe(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(topic);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) this.#subscribers.delete(topic);
  }

  /** Sends to everybody on the topic; the frame is written once, and not at all for nobody. */
  publish(message: Broadcast): void {
    const subscribers = this.#subscribers.get(message.topic);
    if (!subscribers) return;
    const frame = encodeBroadcast(message);
    for (const subscriber of subscribers) subscriber.deliver(message.id, frame);
  }
}
