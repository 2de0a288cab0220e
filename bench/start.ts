import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
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

/** Cold start (empty data folder), and warm start (three, the median). */
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
    for (let round = 0; round < 3; round += 1) {
      const again = await start(dataDir);
      warm.push(again.seconds);
      await stop(again);
    }
    return [
      { name: 'cold start to ready', value: cold.seconds, unit: 's', limit: 15 },
      { name: 'warm start to ready', value: percentile(warm, 50), unit: 's', limit: 3 },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
