import { readFile } from 'node:fs/promises';
import { processTree, statOf } from '../stack/processes/process-tree.ts';
import type { TestStack } from '../stack/testing.ts';

const TICKS_PER_SECOND = 100;

type Usage = {
  /** MB as proportional set size: pages that several processes share count once in all. */
  memory: number;
  /** Seconds of processor time since the start, children that ended included. */
  cpuSeconds: number;
};

/** What these processes together take. Reads Linux' /proc. */
export async function usageOf(pids: readonly number[]): Promise<Usage> {
  const total: Usage = { memory: 0, cpuSeconds: 0 };
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    total.memory += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    const times = (await statOf(pid)).slice(11, 15).map(Number);
    total.cpuSeconds += times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
  }
  return total;
}

/** A stack's three programs, PostgreSQL with all its processes. */
export async function usageOfStack({ processIds }: TestStack) {
  const { gateway, postgres, deno } = processIds;
  return {
    gateway: await usageOf([gateway]),
    PostgreSQL: await usageOf(await processTree(postgres)),
    Deno: await usageOf([deno]),
  };
}

/** MB of a stack in all. */
export function memoryOf(usage: Awaited<ReturnType<typeof usageOfStack>>): number {
  return Object.values(usage).reduce((sum, { memory }) => sum + memory, 0);
}
