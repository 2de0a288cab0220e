import type { RealtimeChannel } from '@supabase/supabase-js';
import { getSupabase } from '../lib/supabase.ts';
import { isChannelMessage, type ChannelMessage } from './channel.ts';
import { isChannelLive, onChannelStatus } from './sync.ts';

type Listener = {
  /** A change that was sent on the topic. */
  receive: (message: ChannelMessage) => void;
  /** The topic was joined, at first or after an interruption: something may have been missed. */
  reload: () => void;
};

/**
 * Listens to a private topic beside the person's own, such as `admin`, for a screen that needs it. It
 * is joined while the person's own channel is live, on the same connection. Returns a function that
 * stops it.
 */
export function subscribeToTopic(topic: string, { receive, reload }: Listener): () => void {
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
    if (channel || !isWanted || !isChannelLive()) return;
    isStale = false;
    channel = supabase
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: 'change' }, ({ payload }) => {
        if (isChannelMessage(payload)) receive(payload);
      })
      // After a failure the client joins again by itself.
      .subscribe((state: string) => {
        if (state === 'SUBSCRIBED') reload();
      });
  }

  // One after the other: a topic that is being left cannot be joined yet.
  let steps = Promise.resolve();
  const next = () => {
    steps = steps.then(settle).catch((error: unknown) => {
      console.warn(`The live topic ${topic} could not be joined or left.`, error);
    });
  };
  const unwatch = onChannelStatus(() => {
    if (isChannelLive()) next();
    else isStale = true;
  });
  next();
  return () => {
    isWanted = false;
    unwatch();
    next();
  };
}
