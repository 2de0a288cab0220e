import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { userMessage } from '../lib/errors.ts';
import type { TableRow } from './database.ts';
import { Replica } from './replica.ts';

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

test('design §5 full disk: what cannot be kept is not done, and the person is told why', async () => {
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
