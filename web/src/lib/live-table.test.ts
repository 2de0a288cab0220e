import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { LiveTable, type LiveRow } from './live-table.ts';

type Row = LiveRow & { id: number; done: boolean };

const open = ['things', 'open'];
const done = ['things', 'done'];
const at = (second: number) => `2026-03-04T12:00:${String(second).padStart(2, '0')}+00:00`;
const row = (id: number, second: number, isDone = false): Row => ({
  id,
  updated_at: at(second),
  done: isDone,
});

let client: QueryClient;
let table: LiveTable<Row>;
let stored: Row[];

beforeEach(() => {
  client = new QueryClient();
  stored = [];
  table = new LiveTable<Row>({
    table: 'things',
    root: 'things',
    belongs: (thing, [, list]) => thing.done === (list === 'done'),
    fetchRows: async (ids) => stored.filter(({ id }) => ids.includes(id)),
  });
  client.setQueryData(open, [row(1, 10), row(2, 10)]);
  client.setQueryData(done, []);
});

const idsOf = (key: string[]) => client.getQueryData<Row[]>(key)?.map(({ id }) => id);

test('design §5: a row goes to the list where it belongs now', () => {
  table.apply(client, { rows: [row(1, 11, true), row(3, 11)] });
  expect(idsOf(open)).toEqual([2, 3]);
  expect(idsOf(done)).toEqual([1]);
});

test('design §5: a row older than the cached one is dropped, in whatever list that is', () => {
  table.apply(client, { rows: [row(1, 9, true)] });
  expect(idsOf(open)).toEqual([1, 2]);
  expect(idsOf(done)).toEqual([]);
  client.setQueryData(done, [row(5, 10, true)]);
  table.apply(client, { rows: [row(5, 9)] });
  expect(idsOf(open)).toEqual([1, 2]);
  expect(idsOf(done)).toEqual([5]);
});

test('design §5: what is gone does not come back by an older message', () => {
  table.apply(client, { removed: [1] });
  table.apply(client, { rows: [row(1, 20)] });
  expect(idsOf(open)).toEqual([2]);
});

test('design §5: rows that did not change stay the same objects', () => {
  const [, second] = client.getQueryData<Row[]>(open) ?? [];
  table.apply(client, { rows: [row(1, 11)] });
  expect(client.getQueryData<Row[]>(open)?.[1]).toBe(second);
});

test('design §5: what changes while a list is being read is laid over its answer', async () => {
  const rows = await table.read(open, async () => {
    table.apply(client, { rows: [row(3, 20), row(2, 20, true)], removed: [1] });
    return [row(1, 10), row(2, 10), row(4, 10)];
  });
  expect(rows.map(({ id }) => id)).toEqual([4, 3]);
});

test('design §5: an answer that is newer than a message wins', async () => {
  const rows = await table.read(open, async () => {
    table.apply(client, { rows: [row(2, 20, true)] });
    return [row(2, 30)];
  });
  expect(rows).toEqual([row(2, 30)]);
});

test('design §5: messages bring rows, ids to fetch, ids that are gone, or the word to reload', async () => {
  await table.receive(client, { table: 'things', op: 'UPDATE', rows: [row(1, 11, true), 'junk'] });
  expect(idsOf(done)).toEqual([1]);

  stored = [row(7, 12)];
  await table.receive(client, { table: 'things', op: 'INSERT', ids: [7, 8] });
  expect(idsOf(open)).toEqual([2, 7]);

  await table.receive(client, { table: 'things', op: 'DELETE', ids: [2] });
  expect(idsOf(open)).toEqual([7]);

  await table.receive(client, { table: 'things', op: 'UPDATE' });
  expect(client.getQueryState(open)?.isInvalidated).toBe(true);
});

test('design §5: many ids are fetched in requests of bounded length', async () => {
  const asked: number[] = [];
  const many = new LiveTable<Row>({
    table: 'things',
    root: 'things',
    belongs: () => true,
    fetchRows: async (ids) => {
      asked.push(ids.length);
      return ids.map((id) => row(id, 12));
    },
  });
  await many.refresh(
    client,
    Array.from({ length: 450 }, (_, index) => index + 1),
  );
  expect(asked).toEqual([200, 200, 50]);
  expect(idsOf(open)).toHaveLength(450);
});

test('design §5: an import told in many messages is read in few requests', async () => {
  let [lists, rowsAsked] = [0, 0];
  const many = new LiveTable<Row>({
    table: 'things',
    root: 'things',
    belongs: () => true,
    fetchRows: async (ids) => {
      rowsAsked += 1;
      return ids.map((id) => row(id, 12));
    },
  });
  client.setQueryDefaults(['things'], {
    queryFn: () => {
      lists += 1;
      return [];
    },
  });
  const observer = new QueryObserver(client, { queryKey: open });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
  [lists, rowsAsked] = [0, 0];
  const ids = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index);
  const receive = (...named: number[]) =>
    many.receive(client, { table: 'things', op: 'INSERT', ids: named });
  await Promise.all([
    receive(...ids(1, 150)),
    ...Array.from({ length: 20 }, (_, message) => receive(...ids(1000 * (message + 1), 1000))),
    many.receive(client, { table: 'things', op: 'UPDATE' }),
  ]);
  expect({ lists, rowsAsked }).toEqual({ lists: 1, rowsAsked: 1 });
  await receive(7, 8);
  expect({ lists, rowsAsked }).toEqual({ lists: 1, rowsAsked: 2 });
  stop();
});
