import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import { createHasher } from './hasher.ts';

function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

test('design §4 lock-out: parties take turns, each in its own order', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('design §4 lock-out: in a full queue the longest line makes room, never for one as long', () => {
  const queue = new FairQueue<string>(3);
  for (const item of ['a1', 'a2', 'a3']) expect(queue.add('a', item)).toBeUndefined();
  expect(queue.add('a', 'a4')).toBe('a4');
  expect(queue.add('b', 'b1')).toBe('a3');
  expect(queue.add('b', 'b2')).toBe('b2');
  expect(queue.add('c', 'c1')).toBe('a2');
  expect(queue.add('d', 'd1')).toBe('d1');
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1']);
});

test('design §4 lock-out: whatever comes, nobody is lost, too many never wait, and a line of one is never cut', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat({ max: 6 })), { maxLength: 200 }), (steps) => {
      const queue = new FairQueue<{ party: number }>(5);
      const waiting = new Set<{ party: number }>();
      for (const party of steps) {
        if (party === null) {
          const item = queue.next();
          expect(item === undefined).toBe(waiting.size === 0);
          if (item) waiting.delete(item);
          continue;
        }
        const item = { party };
        waiting.add(item);
        const refused = queue.add(String(party), item);
        if (!refused) continue;
        expect(waiting.size).toBe(6);
        expect(waiting.delete(refused)).toBe(true);
        const left = [...waiting].filter((other) => other.party === refused.party);
        if (refused !== item) expect(left.length).toBeGreaterThan(0);
      }
      expect(waiting.size).toBeLessThanOrEqual(5);
      expect(new Set(drain(queue))).toEqual(waiting);
    }),
  );
});

test('design §4 lock-out: those who are known cannot keep all others waiting', async () => {
  const hasher = createHasher(4);
  const done: string[] = [];
  const hash = async (name: string, isKnown: boolean) => {
    await hasher.hash('secret1', { party: name, isKnown });
    done.push(name);
  };
  const busy = Array.from({ length: 30 }, () => hash('busy', true));
  await Promise.all([...busy, hash('new', false)]);
  expect(done.indexOf('new')).toBeLessThan(6);
  await hasher.close();
});
