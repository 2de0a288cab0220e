import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder, startTestStack, type TestStack } from '../stack/testing.ts';
import type { Figure } from './figures.ts';
import { loadHttp } from './http-load.ts';
import { createPerson } from './person.ts';
import { memoryOf, usageOfStack } from './processes.ts';

const CONNECTIONS = 8;
const SECONDS = 4;
const TASKS = 1000;

/** Everything that makes a server grow: short and long lists, writes, functions, passwords. */
async function exert(stack: TestStack): Promise<void> {
  const { client, headers, email, password } = await createPerson(stack, 'bench');
  const rows = Array.from({ length: TASKS }, (_, index) => ({ title: `Task ${index}` }));
  const { error } = await client.from('tasks').insert(rows);
  if (error) throw error;
  const origin = stack.url.replace('localhost', '127.0.0.1');
  const requests = [
    { path: '/rest/v1/tasks?select=*&order=id&limit=50' },
    { path: '/rest/v1/tasks?select=*&order=id&limit=1000' },
    { path: '/rest/v1/tasks', body: '{"title":"Buy milk"}' },
    { path: '/api/tasks' },
    { path: '/auth/v1/token?grant_type=password', body: JSON.stringify({ email, password }) },
  ];
  for (const { path, ...rest } of requests) {
    const request = { url: `${origin}${path}`, headers, ...rest };
    const { failed } = await loadHttp(request, { connections: CONNECTIONS, seconds: SECONDS });
    if (failed > 0) throw new Error(`${path}: ${failed} requests failed`);
  }
}

/**
 * Memory of a stack's processes half a minute after its second start, right after 20 s of load, and
 * half a minute after that.
 */
export async function measure(): Promise<Figure[]> {
  const dataDir = await makeFolder();
  const options = { dataDir, env: { RATE_LIMIT_FACTOR: '100000' } };
  // The first start compiles what later ones find compiled.
  await (await startTestStack(options)).stop();
  const stack = await startTestStack(options);
  try {
    const figures: Figure[] = [];
    const look = async (when: string, limit?: number) => {
      const usage = await usageOfStack(stack);
      for (const [name, { memory }] of Object.entries(usage)) {
        figures.push({ name: `${when}: ${name}`, value: memory, unit: 'MB' });
      }
      const total: Figure = { name: `${when}: all`, value: memoryOf(usage), unit: 'MB' };
      figures.push(limit === undefined ? total : { ...total, limit });
    };
    await delay(30_000);
    await look('idle', 150);
    await exert(stack);
    await look('right after load');
    await delay(30_000);
    await look('half a minute later', 300);
    return figures;
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
