import { expect, test } from 'vitest';
import { readAll } from './queries.ts';

type Row = { id: number };

/** A server that gives at most `max` rows at once, and calls `between` before each answer. */
function server(rows: () => Row[], max: number, between: (request: number) => void = () => {}) {
  const asked: [number, number][] = [];
  return {
    asked,
    read: async (from: number, to: number) => {
      asked.push([from, to]);
      between(asked.length);
      const all = rows();
      return {
        data: all.slice(from, Math.min(to + 1, from + max)),
        error: null,
        count: all.length,
        status: 200,
        statusText: 'OK',
      };
    },
  };
}

const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

test('design §3: a list that fits into one answer is one request', async () => {
  const { read, asked } = server(() => rowsTo(1000), 1000);
  expect(await readAll(read)).toHaveLength(1000);
  expect(asked).toEqual([[0, 999]]);
});

test('design §3: an empty list is one request', async () => {
  const { read, asked } = server(() => [], 1000);
  expect(await readAll(read)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('design §3: no list is cut, however few rows the server gives', async () => {
  const { read, asked } = server(() => rowsTo(23), 5);
  expect(await readAll(read)).toEqual(rowsTo(23));
  expect(asked).toHaveLength(5);
});

test('design §3: a row that goes between two pages hides no other', async () => {
  let rows = rowsTo(12);
  const { read } = server(
    () => rows,
    5,
    (request) => {
      if (request === 2) rows = rows.filter(({ id }) => id !== 1);
    },
  );
  expect((await readAll(read)).map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('§7: an answer without success is an error with its status', async () => {
  const refused = async () => ({
    data: null,
    error: { message: 'JWT expired', code: 'PGRST303' },
    count: null,
    status: 401,
    statusText: 'Unauthorized',
  });
  await expect(readAll(refused)).rejects.toThrow('401: JWT expired');
});
