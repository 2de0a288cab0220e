import { newUid } from '#domain/uid.ts';
import type { OutboxEntry, Refused } from './changes.ts';
import type { TableRow } from './database.ts';

/** Messages between the tabs of one browser. */
export type TabMessage =
  /** On its way to the disk, where it gets its place: drawn meanwhile. */
  | { type: 'adding'; id: string; entries: readonly OutboxEntry[] }
  /** None: what was being added could not be kept. */
  | { type: 'added'; id: string; entries: readonly OutboxEntry[] }
  | {
      type: 'settled';
      done: readonly number[];
      rows: readonly TableRow[];
      changed: readonly OutboxEntry[];
      refused: readonly Refused[];
    }
  | { type: 'rows'; rows: readonly TableRow[] }
  | { type: 'forgotten'; refused: readonly number[] };

/** The other tabs of this browser. */
export type Tabs = {
  readonly id: string;
  post(message: TabMessage): void;
  listen(receive: (message: TabMessage) => void): void;
  close(): void;
};

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
 * Runs something in one tab of this browser at a time. On plain http there are no locks: tabs may then
 * send the same change twice, which has no effect the second time.
 */
export function runAlone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, run) : run();
}
