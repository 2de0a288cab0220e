import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { forceCloseDatabase } from 'fake-indexeddb';
import { expect, test, vi, afterEach } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { userMessage } from '../lib/errors.ts';
import { tableNames, type OutboxEntry } from './changes.ts';
import { VERSION, type TableRow } from './database.ts';
import { Replica } from './replica.ts';

const rename = (uid: string, title: string) => ({
  change: { table: 'notes', uid, set: { title } } as const,
});

/** A copy, and what ends its connection as a browser does. */
async function openCopy(name = newUid()) {
  const opened = vi.spyOn(indexedDB, 'open');
  const replica = await Replica.open(name);
  const connection = (): IDBDatabase => opened.mock.results.at(-1)?.value.result;
  return { name, replica, connection, terminate: () => forceCloseDatabase(connection() as never) };
}

async function deleted(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name);
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('blocked', () => reject(new Error('Blocked')));
  });
}

test('design §5 copy: a connection that the browser has ended is opened again', async () => {
  const { replica, terminate } = await openCopy();
  await replica.addChanges([rename('a', 'First')], 'tab', 1);
  terminate();
  await replica.addChanges([rename('b', 'Second')], 'tab', 1);
  const { outbox } = await replica.load();
  expect(outbox.map(({ change }) => change.uid)).toEqual(['a', 'b']);
});

test('design §5 copy: what the browser ended in the middle of a write is written again', async () => {
  const { replica, terminate } = await openCopy();
  const written = replica.addChanges([rename('a', 'First')], 'tab', 1);
  // The transaction has begun.
  await Promise.resolve();
  terminate();
  await written;
  const { outbox } = await replica.load();
  expect(outbox.map(({ change }) => change.uid)).toEqual(['a']);
});

test('design §5 copy: a copy that the browser has emptied is filled with what is in memory', async () => {
  const { name, replica, terminate } = await openCopy();
  const [first] = await replica.addChanges([rename('a', 'First')], 'tab', 1);
  if (!first) throw new Error('Nothing was written');
  const refused = { entry: { ...first, seq: first.seq + 1 }, code: 'P0001', message: 'No' };
  replica.inMemory = () => ({ rows: [], outbox: [first], refused: [refused] });
  const device = await replica.deviceId();
  terminate();
  await deleted(name);
  const [second] = await replica.addChanges([rename('b', 'Second')], 'tab', 1);
  expect(await replica.load()).toMatchObject({ outbox: [first, second], refused: [refused] });
  // Tabs know by it which changes are done.
  expect(second?.seq).toBeGreaterThan(refused.entry.seq);
  // The server knows by it what was done whose answer was lost.
  expect(await (await Replica.open(name)).deviceId()).toBe(device);
});

test('design §5 copy: a copy that another tab removes is let go, and not made again', async () => {
  const { name, replica } = await openCopy();
  await replica.addChanges([rename('a', 'First')], 'tab', 1);
  await deleted(name);
  await expect(replica.addChanges([rename('b', 'Second')], 'tab', 1)).rejects.toThrow('is closed');
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name);
});

test('design §5 copy: a newer app in another tab is not held up, and the older tab says so', async () => {
  const { name, replica, connection } = await openCopy();
  const { version } = connection();
  const request = indexedDB.open(name, version + 1);
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('blocked', () => reject(new Error('Blocked')));
  });
  const refusal = await replica
    .addChanges([rename('a', 'First')], 'tab', 1)
    .catch((error: unknown) => error);
  expect(userMessage(refusal, 'Failed')).toBe(
    'Almanac was updated. Reload to use the new version.',
  );
});

test('design §5 copy: a newer app reads rows anew and keeps what waits', async () => {
  const { name, replica, connection } = await openCopy();
  const [waiting] = await replica.addChanges([rename('a', 'First')], 'tab', 1);
  if (!waiting) throw new Error('Nothing was written');
  const refused = { entry: { ...waiting, seq: waiting.seq + 1 }, code: 'P0001', message: 'No' };
  await replica.settleChanges([], [], [], [refused]);
  const row = { uid: 'b', rev: 7, name: 'Work', updated_at: '2026-01-01', deleted_at: null };
  await replica.putRows([{ table: 'categories', row: row as never }], { history: 'h', rev: 7 });
  await replica.putTexts([{ uid: 'c', content: 'Text', content_rev: 7 }]);
  const { version } = connection();
  const newer = await Replica.open(name, version + 1);
  const stored = await newer.load();
  expect(stored).toEqual({ rows: [], outbox: [waiting], refused: [refused], cursor: null });
  expect(await newer.getText('c')).toBeUndefined();
});

test('design §5 copy: with the columns of a device, VERSION is raised, so that it reads them all anew', async () => {
  const types = await readFile(new URL('../db/database.types.ts', import.meta.url), 'utf8');
  const columns = tableNames.map((table) => {
    const [, row = ''] =
      new RegExp(`^ {6}${table}: \\{\\s+Row: \\{(.*?)\\}`, 'ms').exec(types) ?? [];
    return `${table}: ${[...row.matchAll(/(\w+):/g)].map(([, name]) => name).join(' ')}`;
  });
  const hash = createHash('sha256').update(columns.join('\n')).digest('hex').slice(0, 16);
  expect({ VERSION, hash }, columns.join('\n')).toEqual({ VERSION: 3, hash: '2e9c6b12d5cbfb65' });
});

afterEach(() => void vi.restoreAllMocks());

const change = { table: 'notes', uid: 'a', set: { title: 'Trip' } } as const;
const text = { uid: 'a', content: 'Long', content_rev: 1 };
const work: TableRow = {
  table: 'categories',
  row: {
    uid: 'w',
    id: 1,
    user_id: 'ann',
    name: 'Work',
    color: null,
    rev: 5,
    edited_rev: 5,
    deleted_at: null,
    created_at: '2026-01-01',
    updated_at: '2026-01-01',
  },
};

/** A disk on which there is no room for what `isRefused` names, by its store. */
function fill(isRefused: (store: IDBObjectStore) => boolean): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (isRefused(this)) throw new DOMException('Full', 'QuotaExceededError');
    return Reflect.apply(put, this, args);
  });
}

test('design §5 full disk: texts that can be read again make room for what is typed', async () => {
  const replica = await Replica.open(newUid());
  await replica.putTexts([text]);
  const clear = vi.spyOn(IDBObjectStore.prototype, 'clear');
  fill(({ name }) => name === 'outbox' && clear.mock.calls.length === 0);
  await replica.addChanges([{ change }], 'tab', 1);
  expect((await replica.load()).outbox).toMatchObject([{ change }]);
  expect(await replica.getText('a')).toBeUndefined();
  expect(await replica.textSizes()).toEqual(new Map());
});

test('design §5 full disk: what cannot be kept is not done, and the reason is shown', async () => {
  const replica = await Replica.open(newUid());
  fill(({ name }) => name === 'outbox');
  const refusal = await replica.addChanges([{ change }], 'tab', 1).catch((error: unknown) => error);
  expect(userMessage(refusal, 'Failed to update note')).toBe(
    'There is no room left on this device. Nothing was saved.',
  );
});

test('design §5 full disk: rows without room hold up nothing, and are read again with the next start', async () => {
  const name = newUid();
  const replica = await Replica.open(name);
  await replica.putRows([], { history: 'h', rev: 4 });
  const [entry] = await replica.addChanges([{ change }], 'tab', 1);
  fill((store) => store.name === 'categories');
  await replica.settleChanges([entry?.seq ?? 0], [work]);
  await replica.putRows([work], { history: 'h', rev: 5 });
  vi.restoreAllMocks();
  // There is room again, but not yet what found none.
  await replica.putRows([], { history: 'h', rev: 6 });
  const stored = await (await Replica.open(name)).load();
  expect(stored).toEqual({ rows: [], outbox: [], refused: [], cursor: { history: 'h', rev: 4 } });
});

test('design §5 outbox: emptying a trash of 10,000 rows reads each waiting change twice at most, and not with every request', async () => {
  const { replica } = await openCopy();
  const erased = Array.from({ length: 10_000 }, () => ({
    change: { table: 'tasks', uid: newUid(), erase: true } as const,
  }));
  await replica.addChanges(erased, 'tab', 1);
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const sent: string[] = [];
  for (;;) {
    const taken = await replica.takeChanges(200, 1_000_000);
    if (taken.length === 0) break;
    sent.push(...taken.map((entry) => entry.change.uid));
    await replica.settleChanges(
      taken.map(({ seq }) => seq),
      [],
    );
  }
  expect(sent).toEqual(erased.map((one) => one.change.uid));
  const rows = read.mock.results.reduce((sum, { value }) => sum + value.result.length, 0);
  expect(rows).toBeLessThanOrEqual(2 * sent.length);
});

test('design §5 outbox: however many texts wait for a choice, what comes after them is sent', async () => {
  const { replica } = await openCopy();
  const texts = ['a', 'b', 'c', 'd'].map((uid) => ({
    change: { table: 'notes', uid, set: { content: 'Mine' }, base: 1 } as const,
  }));
  const held = await replica.addChanges(texts, 'tab', 1);
  const conflict = { title: 'Note', content: 'Theirs', content_rev: 2 };
  const updates = held.map(({ seq }) => ({
    seq,
    apply: (entry: OutboxEntry) => ({ ...entry, conflict }),
  }));
  await replica.settleChanges([], [], updates);
  await replica.addChanges([rename('e', 'Behind')], 'tab', 1);
  expect(await replica.takeChanges(1, 1000)).toMatchObject([{ change: { uid: 'e' } }]);
});
