import { defineConfig } from 'vitest/config';

// A stalled shared machine gets a second chance; at home every failure counts.
const retry = process.env.CI ? 1 : 0;

/**
 * Three suites by what they need: `unit` needs nothing, `stack` starts databases and whole stacks
 * of its own, `integration` talks to one Supabase given by URL and keys (or started for it).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          maxWorkers: 2,
          include: [
            'web/src/**/*.test.{ts,tsx}',
            'supabase/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['tools/archive/**', 'tools/package/install.test.ts'],
        },
      },
      {
        test: {
          name: 'stack',
          // A second, which is the default, passes on a busy machine without anything happening.
          expect: { poll: { timeout: 15_000 } },
          retry,
          include: ['stack/**/*.test.ts', 'tools/archive/**/*.test.ts'],
          globalSetup: ['tools/test-data.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: true,
          // One more than the processors of a small machine: they wait for processes to start and end.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'integration',
          expect: { poll: { timeout: 15_000 } },
          retry,
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tools/test-stack.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // For the same reason: they wait for the stack, for mail and for Deno.
          maxWorkers: 3,
        },
      },
      {
        test: {
          // Not a part of `npm test`: it takes a minute and asks npm's registry.
          name: 'pack',
          include: ['tools/package/install.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
