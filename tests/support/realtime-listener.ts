import { REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js';
import { onTestFinished, vi } from 'vitest';

/** A message of the live protocol (design section 5). */
export type Change = {
  /** Of the message itself. */
  id: string;
  table: string;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
  /** How far the owner's history has come; not for profiles and events. */
  rev?: number;
  /** While they are few and small. */
  rows?: Record<string, unknown>[];
};

export type RealtimeListener = {
  /** Everything received so far, in order. */
  received: Change[];
  /** Waits until something was received that matches, and returns the first such. */
  waitFor(matches: (change: Change) => boolean): Promise<Change>;
  /** Sends on the topic and says how that ended: 'ok', 'timed out' or 'error'. */
  send(event: string, payload: object): Promise<string>;
};

/**
 * Joins a private topic and listens until the test ends. A client has one channel a topic.
 * @throws Error with the server's reason if the topic is refused.
 */
export async function listen(client: SupabaseClient, topic: string): Promise<RealtimeListener> {
  const received: Change[] = [];
  await client.realtime.setAuth();
  const channel = client.channel(topic, {
    config: { private: true, broadcast: { ack: true, self: false } },
  });
  channel.on('broadcast', { event: 'change' }, ({ payload }) => {
    received.push(payload as Change);
  });
  onTestFinished(async () => {
    await client.removeChannel(channel);
  });

  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      if (status === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) reject(error ?? new Error(status));
      if (status === REALTIME_SUBSCRIBE_STATES.TIMED_OUT) reject(new Error(status));
    });
  });

  return {
    received,
    waitFor: (matches) =>
      vi.waitFor(
        () => {
          const change = received.find(matches);
          if (!change)
            throw new Error(`Not received, but: ${JSON.stringify(received).slice(0, 2000)}`);
          return change;
        },
        { timeout: 10_000, interval: 20 },
      ),
    send: (event, payload) =>
      channel.send({ type: 'broadcast', event, payload }, { timeout: 1000 }),
  };
}
