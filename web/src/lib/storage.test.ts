import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseName, removeDatabase, removeLeftDatabases } from './storage.ts';

afterEach(() => void vi.useRealTimers());

/** A tab that sleeps: it has the database open and does not let it go. */
async function holdOpen(userId: string): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName(userId));
  await new Promise((resolve) => request.addEventListener('success', resolve));
  return request.result;
}

async function names() {
  return (await indexedDB.databases()).map(({ name }) => name);
}

test('design §5 logging out: a copy that a sleeping tab holds keeps nobody from leaving, and goes with that tab', async () => {
  const held = await holdOpen('ann');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const removed = removeDatabase('ann');
  await vi.advanceTimersByTimeAsync(2000);
  await removed;
  expect(await names()).toContain('almanac-ann');
  held.close();
  await vi.waitFor(async () => expect(await names()).not.toContain('almanac-ann'));
});

test('design §5 logging out: a copy that could not be removed goes with the next start, before it is opened', async () => {
  const deletion = vi.spyOn(indexedDB, 'deleteDatabase');
  // The page that asked for it is closed before its turn comes.
  deletion.mockReturnValueOnce(Object.assign(new EventTarget(), {}) as never);
  (await holdOpen('bea')).close();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const removed = removeDatabase('bea');
  await vi.advanceTimersByTimeAsync(2000);
  await removed;
  expect(await names()).toContain('almanac-bea');
  removeLeftDatabases();
  const opened = indexedDB.open(databaseName('bea'), 2);
  const before = new Promise((resolve) => {
    opened.addEventListener('upgradeneeded', ({ oldVersion }) => resolve(oldVersion));
  });
  expect(await before).toBe(0);
  // Once: what comes after it stays.
  removeLeftDatabases();
  expect(deletion).toHaveBeenCalledTimes(2);
});

test('design §5 logging out: whoever comes back while the copy is held has another one at once, until that one goes, too', async () => {
  const held = await holdOpen('cleo');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const removed = removeDatabase('cleo');
  await vi.advanceTimersByTimeAsync(2000);
  await removed;
  expect(databaseName('cleo')).toBe('almanac-cleo-2');
  (await holdOpen('cleo')).close();
  held.close();
  await vi.waitFor(async () => expect(await names()).not.toContain('almanac-cleo'));
  // What has not been sent is there.
  removeLeftDatabases();
  expect(databaseName('cleo')).toBe('almanac-cleo-2');
  await removeDatabase('cleo');
  expect(await names()).not.toContain('almanac-cleo-2');
  expect(databaseName('cleo')).toBe('almanac-cleo');
});
