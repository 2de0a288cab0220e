import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Fills 200 MB, forgets them, and says what is left of them when there is less, or after 10 s. */
const PROGRAM = `
  import { setTimeout as delay } from 'node:timers/promises';
  import { giveMemoryBack } from '${join(import.meta.dirname, 'quiet-memory.ts')}';
  const before = process.memoryUsage.rss();
  let kept = Array.from({ length: 2_500_000 }, (_, at) => ({ at, text: 'x' + at }));
  const more = () => (process.memoryUsage.rss() - before) / 1e6;
  const full = more();
  kept = [];
  if (process.argv[1] === 'give') giveMemoryBack(100);
  for (let tries = 0; tries < 100 && more() > full / 2; tries += 1) await delay(100);
  console.log(JSON.stringify({ full, left: more() }));
`;

const left = async (...args: string[]) => {
  const argv = ['--input-type=module', '--eval', PROGRAM, ...args];
  const { stdout } = await run(process.execPath, argv);
  return JSON.parse(stdout) as { full: number; left: number };
};

test('decision 70: what a storm has taken is given back when it is quiet, which V8 alone does not', async () => {
  const [alone, given] = await Promise.all([left(), left('give')]);
  expect(alone.left).toBeGreaterThan(alone.full / 2);
  expect(given.full).toBeGreaterThan(100);
  expect(given.left).toBeLessThan(given.full / 2);
});
