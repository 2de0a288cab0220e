import type { RealtimeChannel } from '@supabase/supabase-js';
import type { LiveMessage } from './live-table.ts';
import { isLive, isMessage, watchLive } from './live.ts';
import { getSupabase } from './supabase.ts';

type Listener = {
  /** A change that was told on the topic. */
  receive: (message: LiveMessage) => void;
  /** The topic was just joined, at first or after an interruption: something may have been missed. */
  reload: () => void;
};

/**
 * Listens to one more private topic beside the person's own, such as `admin`, for a screen that
 * needs it. It is joined whenever the person's own channel is live (lib/live.ts), on the same
 * connection. Returns the way to stop.
 */
export function followTopic(topic: string, { receive, reload }: Listener): () => void {
  let channel: RealtimeChannel | undefined;
  let isWanted = true;
  let isStale = false;

  async function settle(): Promise<void> {
    const supabase = await getSupabase();
    if (channel && (isStale || !isWanted)) {
      const old = channel;
      channel = undefined;
      await supabase.removeChannel(old);
    }
    if (channel || !isWanted || !isLive()) return;
    isStale = false;
    channel = supabase
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: 'change' }, ({ payload }) => {
        if (isMessage(payload)) receive(payload);
      })
      // After a failure the client joins again by itself.
      .subscribe((state: string) => {
        if (state === 'SUBSCRIBED') reload();
      });
  }

  // One step after the other: a topic that is being left cannot be joined yet.
  let steps = Promise.resolve();
  const next = () => {
    steps = steps.then(settle).catch((error: unknown) => {
      console.warn(`The live topic ${topic} could not be joined or left.`, error);
    });
  };
  const unwatch = watchLive(() => {
    if (isLive()) next();
    else isStale = true;
  });
  next();
  return () => {
    isWanted = false;
    unwatch();
    next();
  };
}
