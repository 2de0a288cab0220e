import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// A stalled shared machine gets a second chance; at home every failure counts.
const retry = process.env.CI ? 1 : 0;

/** One more than the processors: they wait for processes to start and end, for mail and for Deno. */
const oneMoreThanProcessors = availableParallelism() + 1;

/** Short texts that take the longest. */
const LONGEST = [
  'tests/sync/histories.test.ts',
  'tests/functions/api-robustness.test.ts',
  'tests/functions/lockout.test.ts',
  'tools/backup/upgrade.test.ts',
  'tools/backup/before-upgrade.test.ts',
  'stack/crash-recovery.test.ts',
  'stack/postgres/identity.test.ts',
  'stack/full-disk.test.ts',
];

/**
 * The longest first, so that no one file is left to run alone at the end. A fresh checkout knows the
 * files' sizes only.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Test files share a process, which costs less than one for each: tools/test-file.ts. */
const shared = { isolate: false, setupFiles: ['tools/test-file.ts'] };

/**
 * Three suites by what they need: `unit` needs nothing, `stack` starts databases and whole stacks
 * of its own, `integration` talks to one Supabase given by URL and keys (or started for it).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          testTimeout: 20_000,
          maxWorkers: availableParallelism(),
          include: [
            'web/src/**/*.test.{ts,tsx}',
            'supabase/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['tools/backup/**', 'tools/engines/**', 'tools/package/install.test.ts'],
        },
      },
      {
        test: {
          name: 'stack',
          // A second, which is the default, passes on a busy machine without anything happening.
          expect: { poll: { timeout: 15_000 } },
          retry,
          include: ['stack/**/*.test.ts', 'tools/{backup,engines}/**/*.test.ts'],
          globalSetup: ['stack/testing.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: true,
          maxWorkers: oneMoreThanProcessors,
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
          maxWorkers: oneMoreThanProcessors,
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
