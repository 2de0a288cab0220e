import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsToReorder } from './task-order.ts';

const list = (...orders: number[]) =>
  orders.map((sort_order, index) => ({ id: index + 1, sort_order }));

test('§4 drag and drop: a task takes the place of the one it is dropped on', () => {
  expect(idsToReorder(list(0, 0, 0), 1, 3)).toEqual([2, 3, 1]);
  expect(idsToReorder(list(0, 0, 0), 3, 1)).toEqual([3, 1, 2]);
});

test('§4 drag and drop: what lies behind the change and was never dragged is left alone', () => {
  expect(idsToReorder(list(0, 0, 0, 0, 0), 2, 1)).toEqual([2, 1]);
  expect(idsToReorder(list(-3, -2, -1, 0, 0), 2, 1)).toEqual([2, 1, 3]);
});

test('§4 drag and drop: dropped on itself, or on nothing known, nothing changes', () => {
  expect(idsToReorder(list(0, 0), 1, 1)).toEqual([]);
  expect(idsToReorder(list(0, 0), 1, 9)).toEqual([]);
  expect(idsToReorder(list(0, 0), 9, 1)).toEqual([]);
});

test('§4 drag and drop: after renumbering, sorting gives the order that was dropped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 2 }), { minLength: 2, maxLength: 30 }),
      fc.nat(),
      fc.nat(),
      (orders, a, b) => {
        const tasks = list(...orders.toSorted((x, y) => x - y));
        const [from, to] = [a % tasks.length, b % tasks.length];
        const ids = idsToReorder(tasks, from + 1, to + 1);
        const places = new Map(ids.map((id, index) => [id, index - ids.length]));
        const sorted = tasks
          .map((task) => ({ ...task, sort_order: places.get(task.id) ?? task.sort_order }))
          .toSorted((x, y) => x.sort_order - y.sort_order || x.id - y.id);
        const expected = tasks.map(({ id }) => id);
        expected.splice(to, 0, ...expected.splice(from, 1));
        expect(sorted.map(({ id }) => id)).toEqual(expected);
      },
    ),
  );
});
