import { newUid } from '../../../supabase/functions/_shared/domain/uid.ts';
import type { TabMessage, Tabs } from './engine.ts';

/** The other tabs in which this person is signed in to this browser. */
export function openTabs(userId: string): Tabs {
  const channel = new BroadcastChannel(`almanac-${userId}`);
  return {
    id: newUid(),
    post: channel.postMessage.bind(channel),
    listen: (receive) => {
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data));
    },
    close: () => channel.close(),
  };
}

/**
 * Runs something alone among the tabs of this browser. Where the page came by plain http there are no
 * locks: tabs may then send the same change twice, which does nothing the second time.
 */
export function runAlone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, run) : run();
}
