import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { copyTestData, startTestStack } from './testing.ts';

const PRINTED = /^setup code (\S+) \(for the first account: (\S+)\)$/m;

test('design §4: an exposed installation prints a setup code while it has no account', async () => {
  const dataDir = await copyTestData('stack');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { SITE_URL: 'https://almanac.example' };
  const codes = new Set<string>();
  for (const isEmpty of [true, true, false]) {
    await using stack = await startTestStack({ dataDir, env });
    if (!isEmpty) {
      expect(stack.printed()).not.toContain('setup code');
      continue;
    }
    await expect.poll(stack.printed).toMatch(PRINTED);
    const [, code = '', url = ''] = PRINTED.exec(stack.printed()) ?? [];
    expect(url).toBe('https://almanac.example/register');
    expect(stack.log()).not.toContain(code);
    codes.add(code);
    if (codes.size < 2) continue;
    const register = (setupCode: string) =>
      fetch(`${stack.url}/functions/v1/account/register`, {
        method: 'POST',
        headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'anna', password: 'secret-1', setupCode }),
      });
    // The code of the start before is no longer valid.
    const statuses = [];
    for (const one of codes) statuses.push((await register(one)).status);
    expect(statuses).toEqual([403, 201]);
  }
  expect(codes.size).toBe(2);
  // Three starts.
}, 180_000);
