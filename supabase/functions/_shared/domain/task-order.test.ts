import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ranksToMove } from './task-order.ts';

type Ranked = { uid: string; rank: string | null };

/** By rank, those without one last and as they came: what compareTasks does with equal due dates. */
function sorted(tasks: readonly Ranked[]): Ranked[] {
  return tasks.toSorted((a, b) => {
    if (a.rank === b.rank) return 0;
    if (a.rank === null) return 1;
    if (b.rank === null) return -1;
    return a.rank < b.rank ? -1 : 1;
  });
}

function moved(tasks: readonly Ranked[], dragged: string, over: string): Ranked[] {
  const ranks = new Map(ranksToMove(tasks, dragged, over).map(({ uid, rank }) => [uid, rank]));
  return sorted(tasks.map(({ uid, rank }) => ({ uid, rank: ranks.get(uid) ?? rank })));
}

const never = (uids: string) => [...uids].map((uid) => ({ uid, rank: null }));
const order = (tasks: readonly Ranked[]) => tasks.map(({ uid }) => uid).join('');

test('§4 drag and drop: a task goes where it was dropped, up and down', () => {
  expect(order(moved(never('abcd'), 'd', 'a'))).toBe('dabc');
  expect(order(moved(never('abcd'), 'a', 'c'))).toBe('bcad');
  expect(order(moved(never('abcd'), 'b', 'd'))).toBe('acdb');
});

test('§4 drag and drop: dropping on the own place or on nothing changes nothing', () => {
  expect(ranksToMove(never('abc'), 'b', 'b')).toEqual([]);
  expect(ranksToMove(never('abc'), 'b', 'x')).toEqual([]);
  expect(ranksToMove(never('abc'), 'x', 'b')).toEqual([]);
});

test('design §3: among tasks that were dragged before, a drag changes one row', () => {
  const tasks = moved(moved(never('abcd'), 'd', 'a'), 'c', 'a');
  expect(order(tasks)).toBe('dcab');
  const all = moved(tasks, 'b', 'd');
  expect(order(all)).toBe('bdca');
  expect(ranksToMove(all, 'a', 'd').map(({ uid }) => uid)).toEqual(['a']);
});

test('design §3: whatever is dragged, it lands there and the others keep their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 40 }),
      (drags) => {
        let tasks: Ranked[] = never('abcdefgh');
        for (const [from, to] of drags) {
          const before = order(tasks);
          const dragged = before.charAt(from);
          const rest = before.replace(dragged, '');
          tasks = moved(tasks, dragged, before.charAt(to));
          const expected = from === to ? before : rest.slice(0, to) + dragged + rest.slice(to);
          expect(order(tasks)).toBe(expected);
        }
      },
    ),
  );
});
