import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../lib/supabase.ts';
import { Channel, type ChannelStatus } from './channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Joined = {
  topic: string;
  say: (payload: unknown) => void;
  follow: (state: string) => void;
};

/** A client whose channels are in the test's hands, and the channel that uses it. */
function channelWith({ token = () => Promise.resolve() } = {}) {
  const joined: Joined[] = [];
  const removed: unknown[] = [];
  let beat: (heartbeat: string) => void = () => undefined;
  const client = {
    auth: {},
    realtime: {
      setAuth: token,
      disconnect: () => Promise.resolve(),
      onHeartbeat: (listener: typeof beat) => void (beat = listener),
    },
    channel(topic: string) {
      const one: Joined = { topic, say: () => undefined, follow: () => undefined };
      const made = {
        on(_type: string, _filter: object, receive: (message: { payload: unknown }) => void) {
          one.say = (payload) => receive({ payload });
          return made;
        },
        subscribe(follow: Joined['follow']) {
          one.follow = follow;
          joined.push(one);
          return made;
        },
      };
      return made;
    },
    removeChannel: (channel: unknown) => Promise.resolve(void removed.push(channel)),
  };
  const events = new EventTarget();
  const messages: unknown[] = [];
  const options = {
    topic: 'user:ann',
    getSupabase: vi.fn<() => Promise<Client>>(() => Promise.resolve(client as unknown as Client)),
    onMessage: (message: unknown) => void messages.push(message),
    onJoined: vi.fn<() => void>(),
    onStatus: vi.fn<(status: ChannelStatus) => void>(),
    onLeft: vi.fn<() => void>(),
    events,
    isVisible: vi.fn<() => boolean>(() => true),
  };
  const channel = new Channel(options);
  return { channel, joined, removed, messages, beat: () => beat('ok'), ...options };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test('design §5 channel: joins the topic, and passes on what is a message until it is left', async () => {
  const { channel, joined, messages, removed, onStatus, onJoined } = channelWith();
  channel.start();
  await settled();
  expect(joined.map(({ topic }) => topic)).toEqual(['user:ann']);
  joined[0]?.follow('SUBSCRIBED');
  expect(onStatus).toHaveBeenLastCalledWith('live');
  expect(onJoined).toHaveBeenCalledOnce();
  joined[0]?.say({ table: 'tasks', rev: 7 });
  for (const garbage of [null, 'tasks', {}, { table: 7 }]) joined[0]?.say(garbage);
  expect(messages).toEqual([{ table: 'tasks', rev: 7 }]);
  await channel.stop();
  expect(removed).toHaveLength(1);
  joined[0]?.say({ table: 'tasks', rev: 8 });
  joined[0]?.follow('CLOSED');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(messages).toHaveLength(1);
  expect(joined).toHaveLength(1);
});

test('design §5 channel: closed, it is joined again, ever more seldom; joined, it begins anew', async () => {
  const { channel, joined, onStatus, onLeft } = channelWith();
  channel.start();
  await settled();
  for (const delay of [1000, 2000, 5000, 10_000, 10_000]) {
    const before = joined.length;
    joined.at(-1)?.follow('CLOSED');
    expect(onStatus).toHaveBeenLastCalledWith('interrupted');
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(joined).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(joined).toHaveLength(before + 1);
  }
  expect(onLeft).toHaveBeenCalledTimes(5);
  joined.at(-1)?.follow('SUBSCRIBED');
  joined.at(-1)?.follow('CLOSED');
  await vi.advanceTimersByTimeAsync(1000);
  expect(joined).toHaveLength(7);
});

test('design §5 channel: after an error the client has ten seconds to be back by itself', async () => {
  const { channel, joined } = channelWith();
  channel.start();
  await settled();
  joined[0]?.follow('CHANNEL_ERROR');
  await vi.advanceTimersByTimeAsync(9000);
  joined[0]?.follow('SUBSCRIBED');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(joined).toHaveLength(1);
  joined[0]?.follow('TIMED_OUT');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(joined).toHaveLength(2);
});

test('design §5 channel: what a channel of before says counts for nothing', async () => {
  const { channel, joined, messages, onStatus, events } = channelWith();
  channel.start();
  await settled();
  joined[0]?.follow('SUBSCRIBED');
  events.dispatchEvent(new Event('online'));
  await settled();
  expect(joined).toHaveLength(2);
  expect(onStatus).toHaveBeenLastCalledWith('interrupted');
  joined[0]?.follow('SUBSCRIBED');
  joined[0]?.say({ table: 'tasks' });
  expect(onStatus).toHaveBeenLastCalledWith('interrupted');
  expect(messages).toEqual([]);
});

test('design §5 channel: woken after a minute of silence it takes another connection, not before and not in the dark', async () => {
  const { channel, joined, beat, isVisible, events } = channelWith();
  const wake = async () => {
    events.dispatchEvent(new Event('visibilitychange'));
    await settled();
  };
  channel.start();
  await settled();
  joined[0]?.follow('SUBSCRIBED');
  await vi.advanceTimersByTimeAsync(50_000);
  beat();
  await vi.advanceTimersByTimeAsync(50_000);
  await wake();
  expect(joined).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  isVisible.mockReturnValue(false);
  await wake();
  expect(joined).toHaveLength(1);
  isVisible.mockReturnValue(true);
  await wake();
  expect(joined).toHaveLength(2);
});

test('design §5 channel: without a token it says so and tries again', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const token = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue();
  const { channel, joined, onStatus } = channelWith({ token });
  channel.start();
  await settled();
  expect(onStatus).toHaveBeenLastCalledWith('interrupted');
  expect(warned).toHaveBeenCalledOnce();
  expect(joined).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(joined).toHaveLength(1);
});
