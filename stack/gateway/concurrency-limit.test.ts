import { EventEmitter } from 'node:events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('design §1: nobody takes all the places, and all together have an end', () => {
  const limit = new ConcurrencyLimit({ total: 12, perNetwork: 4 });
  const take = (network: string) => {
    const holder = new EventEmitter();
    return { isTaken: limit.acquire(network, holder), leave: () => holder.emit('close') };
  };
  const loud = Array.from({ length: 6 }, () => take('a'));
  expect(loud.map(({ isTaken }) => isTaken)).toEqual([true, true, true, true, false, false]);
  const others = Array.from({ length: 10 }, (_, n) => take(`c${n}`));
  expect(others.filter(({ isTaken }) => isTaken)).toHaveLength(8);
  loud[0]?.leave();
  expect(take('a').isTaken).toBe(true);
  expect(take('d').isTaken).toBe(false);
});

test('design §4 limits: the programs of this machine have no share, but count among all', () => {
  const limit = new ConcurrencyLimit({ total: 3, perNetwork: 1 });
  const own = Array.from({ length: 4 }, () => limit.acquire(undefined, new EventEmitter()));
  expect(own).toEqual([true, true, true, false]);
  expect(limit.acquire('a', new EventEmitter())).toBe(false);
});

test('design §4 limits: however places are taken and left, there is one for everybody in the end', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', undefined), fc.boolean()));
  fc.assert(
    fc.property(steps, (all) => {
      const limit = new ConcurrencyLimit({ total: 5, perNetwork: 2 });
      const held: EventEmitter[] = [];
      for (const [network, comes] of all) {
        const holder = new EventEmitter();
        if (!comes) held.shift()?.emit('close');
        else if (limit.acquire(network, holder)) held.push(holder);
        expect(held.length).toBeLessThanOrEqual(5);
      }
      for (const holder of held) holder.emit('close');
      const fresh = ['a', 'a', 'b', 'b', 'c'].map((one) => limit.acquire(one, new EventEmitter()));
      expect(fresh).toEqual([true, true, true, true, true]);
    }),
  );
});
