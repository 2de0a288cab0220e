import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../web/src/db/database.types.ts';
import { Channel } from '../../web/src/sync/channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['CLOSED', 1000],
  // The client is given the time to join again by itself.
  ['CHANNEL_ERROR', 10_000],
  ['TIMED_OUT', 10_000],
])('design §5 channel: after %s another connection is made in %i ms', async (state, within) => {
  const client = createClient<Database>('http://localhost:9', 'a key', {
    accessToken: () => Promise.resolve('a token'),
  });
  const states: ((state: string) => void)[] = [];
  vi.spyOn(client, 'channel').mockImplementation((topic) => {
    const channel = client.realtime.channel(topic);
    vi.spyOn(channel, 'subscribe').mockImplementation((follow) => {
      if (follow) states.push(follow as (state: string) => void);
      return channel;
    });
    return channel;
  });
  const channel = new Channel({
    topic: 'user:ann',
    getSupabase: () => Promise.resolve(client),
    onMessage: () => undefined,
    onJoined: () => undefined,
    onStatus: () => undefined,
    onLeft: () => undefined,
    events: new EventTarget(),
    isVisible: () => true,
  });
  channel.start();
  await vi.waitFor(() => expect(states).toHaveLength(1));
  states[0]?.('SUBSCRIBED');
  states[0]?.(state);
  await vi.advanceTimersByTimeAsync(within - 100);
  expect(states).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(states).toHaveLength(2));
  await channel.stop();
});
