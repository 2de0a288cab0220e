import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '../context.ts';
import { startPostgres } from './postgres.ts';

const FAILURES = 4;

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('design §1: a database that cannot start leaves nothing running behind its attempts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const log = vi.fn<Log>();
  const failures = () => log.mock.calls.filter(([, line]) => /does not start/.test(line)).length;
  await using postgres = await startPostgres({ dataDir, password: randomUUID(), log });
  const control = join(dataDir, 'postgres/global/pg_control');
  const before = timers();
  await rename(control, `${control}.away`);
  process.kill(postgres.processId() ?? 0, 'SIGQUIT');
  await expect.poll(failures, { timeout: 20_000 }).toBeGreaterThanOrEqual(FAILURES);
  // One is the pause before the next attempt, one the limit of an attempt that runs.
  await expect.poll(timers, { timeout: 2000 }).toBeLessThanOrEqual(before + 2);

  await rename(`${control}.away`, control);
  await expect.poll(() => postgres.isUp(), { timeout: 20_000 }).toBe(true);
  expect(log).toHaveBeenCalledWith('info', 'PostgreSQL answers again');
});
