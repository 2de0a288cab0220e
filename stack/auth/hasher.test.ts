import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createHasher } from './hasher.ts';

const threads = () => readdirSync('/proc/self/task').length;

test('decision 70: the thread that hashes passwords ends when none come, and the next one finds another', async () => {
  const hasher = createHasher(4, 50);
  const turn = { party: 'anna', isKnown: true };
  const hash = await hasher.hash('secret1', turn);
  const busy = threads();
  await vi.waitFor(() => expect(threads()).toBeLessThan(busy), 10_000);
  expect(await hasher.verify('secret1', hash, turn)).toBe(true);
  expect(await hasher.verify('secret2', hash, turn)).toBe(false);
  await hasher.close();
});
