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
