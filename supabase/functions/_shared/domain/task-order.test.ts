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

/** What the database holds after the moves of several devices, in the order of their arrival. */
function arrived(tasks: readonly Ranked[], ...drags: ReturnType<typeof ranksToMove>[]): Ranked[] {
  const ranks = new Map(tasks.map(({ uid, rank }) => [uid, rank]));
  for (const { uid, rank, isDragged } of drags.flat()) {
    if (isDragged || ranks.get(uid) === null) ranks.set(uid, rank);
  }
  return sorted(tasks.map(({ uid }) => ({ uid, rank: ranks.get(uid) ?? null })));
}

test('design §3 who wins: two drags at once: both, whoever arrives first', () => {
  const place = fc.nat(7);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, place), { maxLength: 6 }),
      fc.tuple(place, place),
      fc.tuple(place, place),
      (drags, [fromA, toA], [fromB, toB]) => {
        fc.pre(fromA !== fromB);
        let tasks: Ranked[] = never('abcdefgh');
        for (const [from, to] of drags) {
          const now = order(tasks);
          tasks = moved(tasks, now.charAt(from), now.charAt(to));
        }
        const now = order(tasks);
        const [a, b] = [now.charAt(fromA), now.charAt(fromB)];
        const moveA = ranksToMove(tasks, a, now.charAt(toA));
        const moveB = ranksToMove(tasks, b, now.charAt(toB));
        const merged = order(arrived(tasks, moveA, moveB));
        expect(order(arrived(tasks, moveB, moveA))).toBe(merged);
        // Each among the tasks that nobody dragged where it was dropped.
        expect(merged.replace(b, '')).toBe(order(arrived(tasks, moveA)).replace(b, ''));
        expect(merged.replace(a, '')).toBe(order(arrived(tasks, moveB)).replace(a, ''));
      },
    ),
  );
});
