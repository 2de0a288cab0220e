import { beforeEach, expect, test, vi } from 'vitest';
import { tableNames } from '../../web/src/sync/changes.ts';
import { actor, type Actor } from '../support/actors.ts';
import { Device } from './device.ts';
import { History, shownBy } from './histories.ts';

let ann: Actor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  ann = await actor('ann');
});

const first = Number(process.env['HISTORY_SEED'] ?? 1);
const count = Number(process.env['HISTORIES'] ?? 10);

test.each(Array.from({ length: count }, (_, at) => first + at))(
  'design §5 histories: seed %i ends with all devices and the database equal',
  { timeout: 60_000 },
  async (seed) => {
    const history = new History(seed, ann);
    await history.run(120);
    await history.calm();
    const fresh = await new Device(`fresh-${seed}`, ann).open();
    try {
      await vi.waitFor(
        async () => {
          await history.calm();
          await fresh.transfer.read();
          const stored = shownBy(fresh.engine);
          for (const tab of history.tabs) {
            expect(tab.engine.waiting()).toEqual([]);
            expect(shownBy(tab.engine)).toEqual(stored);
          }
        },
        { timeout: 20_000, interval: 200 },
      );
      const stored = shownBy(fresh.engine);
      const uids = new Set(tableNames.flatMap((table) => stored[table].map(({ uid }) => uid)));
      // Two categories of one name are one.
      for (const { table, uid } of history.created) {
        if (table !== 'categories') expect(uids, `${table} ${uid}`).toContain(uid);
      }
      const folders = new Map(stored.folders.map((folder) => [folder['uid'], folder]));
      for (const note of stored.notes) {
        const folder = folders.get(note['folder_uid']);
        if (note['deleted_at'] === null && note['folder_uid'] !== null) {
          expect(folder?.['deleted_at'], 'a note is in a folder that is there').toBeNull();
        }
      }
    } finally {
      await fresh.close();
      await history.close();
    }
  },
);
