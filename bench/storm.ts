import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import type { FrameStorm } from './frame-storm.ts';
import { loadHttp, type LoadResult } from './http-load.ts';
import { createPerson, type Person } from './person.ts';
import { usageOf } from './processes.ts';

const SECONDS = 8;
const STORMERS = 4;

/** The attack that once ended the gateway. */
const LARGE_FRAMES = 361;
const JOINS = 30_000;

/**
 * What somebody who reads one task after the other notices of four people who do nothing but sign
 * in, and of 300 sockets that do nothing but join live channels, all through the gateway.
 */
export async function measure(): Promise<Figure[]> {
  // The limits, which would end the storm after a few seconds, are not what is measured.
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  const origin = stack.url.replace('localhost', '127.0.0.1');
  try {
    const reader = await createPerson(stack, 'reader');
    const { data, error } = await reader.client
      .from('tasks')
      .insert(Array.from({ length: 100 }, (_, index) => ({ title: `Task ${index}` })))
      .select('id');
    if (error) throw error;
    const url = `${origin}/rest/v1/tasks?select=*&id=eq.${data[50]?.['id']}`;
    const read = async (seconds: number): Promise<LoadResult> => {
      const result = await loadHttp({ url, headers: reader.headers }, { connections: 1, seconds });
      if (result.failed > 0) throw new Error(`${result.failed} reads failed`);
      return result;
    };
    const signIn = async ({ email, password }: Person, seconds: number): Promise<LoadResult> => {
      const result = await loadHttp(
        {
          url: `${origin}/auth/v1/token?grant_type=password`,
          headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        },
        { connections: 1, seconds },
      );
      if (result.failed > 0) throw new Error(`${result.failed} sign-ins failed`);
      return result;
    };
    const people: Person[] = [];
    for (let index = 0; index < STORMERS; index += 1) {
      people.push(await createPerson(stack, `stormer-${index}`));
    }
    await read(2);
    const calm = await read(SECONDS);
    const stormers = people.map((person) => signIn(person, SECONDS + 2));
    await read(1);
    const stormy = await read(SECONDS);
    const signIns = await Promise.all(stormers);
    const perSecond = signIns.reduce((sum, { times, seconds }) => sum + times.length / seconds, 0);
    const waits = signIns.flatMap(({ times }) => times);
    const frames = await stormOfFrames(stack, people, () => read(1));
    return [
      { name: 'read one task, nobody else, p50', value: percentile(calm.times, 50), unit: 'ms' },
      { name: 'read one task, nobody else, p95', value: percentile(calm.times, 95), unit: 'ms' },
      { name: 'read one task in the storm, p50', value: percentile(stormy.times, 50), unit: 'ms' },
      {
        name: 'read one task in the storm, p95',
        value: percentile(stormy.times, 95),
        unit: 'ms',
        limit: 40,
      },
      { name: 'sign-ins of four people', value: perSecond, unit: 'per s' },
      { name: 'sign-in in the storm, p50', value: percentile(waits, 50), unit: 'ms' },
      ...frames,
    ];
  } finally {
    await stack.stop();
  }
}

/** The same for sockets: what `read` takes meanwhile, and what is left of it in the gateway. */
async function stormOfFrames(
  stack: TestStack,
  people: Person[],
  read: () => Promise<LoadResult>,
): Promise<Figure[]> {
  const memory = async () => (await usageOf([stack.processIds.gateway])).memory;
  const before = await memory();
  const storm: FrameStorm = {
    url: `${stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0`,
    people: people.map(({ id, accessToken }) => ({ id, accessToken })),
    largeFrames: LARGE_FRAMES,
    joins: JOINS,
  };
  const began = performance.now();
  const program = fork(join(import.meta.dirname, 'frame-storm.ts'), [JSON.stringify(storm)]);
  const result = once(program, 'message');
  const times: number[] = [];
  while (program.exitCode === null) times.push(...(await read()).times);
  if (program.exitCode !== 0) throw new Error('The storm of frames ended before its time');
  const [{ welcomes }] = (await result) as [{ welcomes: number }];
  const seconds = (performance.now() - began) / 1000;
  const during = await memory();
  await delay(10_000);
  return [
    { name: '361 frames of 2.9 MB and 30,000 joins took', value: seconds, unit: 's' },
    { name: 'of these let in', value: welcomes, unit: 'joins' },
    {
      name: 'read one task meanwhile, p95',
      value: percentile(times, 95),
      unit: 'ms',
      limit: 40,
    },
    { name: 'gateway at their end, more than before', value: during - before, unit: 'MB' },
    {
      name: 'gateway 10 s later, more than before',
      value: (await memory()) - before,
      unit: 'MB',
      limit: 50,
    },
  ];
}
