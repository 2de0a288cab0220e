import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from '../errors.ts';
import { commandOf, isAlive, waitUntil } from '../processes/alive.ts';
import type { Log } from '../context.ts';

/** What a running PostgreSQL writes into postmaster.pid (pg_ctl reads the same lines). */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** Reads postmaster.pid of a cluster; undefined if no server has it open. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Cleans up after an unclean end: stops a PostgreSQL that outlived its gateway, and removes a pid file
 * whose number now belongs to another program (Postgres would refuse to start).
 * Call it only while holding the lock of the data folder.
 * @throws OperatorError if the orphan does not end
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const left = readPostmaster(cluster);
  if (!left) return;
  if (isAlive(left.pid) && commandOf(left.pid).includes(cluster)) {
    log('warn', 'a PostgreSQL left over from an earlier run is stopped', { pid: left.pid });
    const gone = () => !isAlive(left.pid);
    process.kill(left.pid, 'SIGINT');
    if (!(await waitUntil(gone, 10_000))) {
      process.kill(left.pid, 'SIGQUIT');
      if (!(await waitUntil(gone, 5000))) {
        throw new OperatorError(`PostgreSQL process ${left.pid} on ${cluster} does not end`);
      }
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
