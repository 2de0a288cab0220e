import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, type Figure } from './figures.ts';

const root = resolve(import.meta.dirname, '..');

/** Starts the stack on a data folder; resolves to the seconds until its ready line. */
async function start(dataDir: string) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'stack/main.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('ready ')) break;
  return { child, seconds: (performance.now() - began) / 1000 };
}

/** The pids of a process and everything it started. */
async function family(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat) parents.set(Number(name), parent);
  }
  const found = [pid];
  for (const member of found)
    for (const [child, parent] of parents) if (parent === member) found.push(child);
  return found;
}

/** Memory of the processes in MB as proportional set size: shared pages count once in all. */
async function memory(pids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Cold start (empty data folder), warm start (three, the median), and memory when idle for 10 s. */
export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  try {
    const stop = async ({ child }: Awaited<ReturnType<typeof start>>) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    const cold = await start(dataDir);
    await stop(cold);
    const warm: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const again = await start(dataDir);
      warm.push(again.seconds);
      await stop(again);
    }
    const last = await start(dataDir);
    warm.push(last.seconds);
    await delay(10_000);
    const idle = await memory(await family(last.child.pid ?? 0));
    await stop(last);
    return [
      { name: 'cold start to ready', value: cold.seconds, unit: 's', limit: 15 },
      { name: 'warm start to ready', value: percentile(warm, 50), unit: 's', limit: 3 },
      { name: 'idle memory, all processes (PSS)', value: idle, unit: 'MB', limit: 350 },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
