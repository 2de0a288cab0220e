import { startTestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import { loadHttp, type LoadResult } from './http-load.ts';
import { createPerson, type Person } from './person.ts';

const SECONDS = 8;
const STORMERS = 4;

/**
 * What somebody who reads one task after the other notices of four people who do nothing but sign
 * in, all through the gateway.
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
    ];
  } finally {
    await stack.stop();
  }
}
