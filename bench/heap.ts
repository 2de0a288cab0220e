import { startTestStack, type TestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import { loadHttp } from './http-load.ts';
import { createPerson, type Person } from './person.ts';
import { usageOfStack } from './processes.ts';

const CONNECTIONS = 8;
const TASKS = 1000;
const ROUNDS = 12;
const SECONDS = 1.5;
// What V8 takes for itself, said aloud: stack/main.ts leaves those alone who say something.
const WITHOUT_LIMITS = { NODE_OPTIONS: '--max-semi-space-size=0 --max-old-space-size=0' };

type Load = { name: string; path: string; body?: string };
const loads: Load[] = [
  { name: 'read one row', path: '/rest/v1/tasks?select=*&order=id&limit=1' },
  { name: 'read 1,000 rows', path: '/rest/v1/tasks?select=*&order=id&limit=1000' },
  { name: 'write one row', path: '/rest/v1/tasks', body: '{"title":"Buy milk"}' },
];

type Side = { stack: TestStack; person: Person };

async function startSide(env: Record<string, string>): Promise<Side> {
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000', ...env } });
  const person = await createPerson(stack, 'bench');
  const rows = Array.from({ length: TASKS }, (_, index) => ({ title: `Task ${index}` }));
  const { error } = await person.client.from('tasks').insert(rows);
  if (error) throw error;
  return { stack, person };
}

/** Requests, and the seconds that they took, of one short burst. */
async function burst({ stack, person }: Side, { name, path, body }: Load) {
  const url = `${stack.url.replace('localhost', '127.0.0.1')}${path}`;
  const request = { url, headers: person.headers, ...(body !== undefined && { body }) };
  const result = await loadHttp(request, { connections: CONNECTIONS, seconds: SECONDS });
  if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`);
  return { requests: result.times.length, seconds: result.seconds };
}

type Bursts = Awaited<ReturnType<typeof burst>>[];

function perSecond(bursts: Bursts): number {
  const sum = (key: 'requests' | 'seconds') => bursts.reduce((all, one) => all + one[key], 0);
  return sum('requests') / sum('seconds');
}

/** Each round measures both, one right after the other, and the other one first in the next. */
async function compare(load: Load, limited: Side, free: Side): Promise<Figure[]> {
  const bursts = new Map<Side, Bursts>([
    [limited, []],
    [free, []],
  ]);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? [limited, free] : [free, limited]) {
      const one = await burst(side, load);
      // The first round warms up.
      if (round > 0) bursts.get(side)?.push(one);
    }
  }
  const [withLimits = [], without = []] = [...bursts.values()];
  const ratios = withLimits.map(
    (one, round) => perSecond([one]) / perSecond(without.slice(round, round + 1)),
  );
  return [
    {
      name: `${load.name}: speed with limits, without them 1`,
      value: perSecond(withLimits) / perSecond(without),
      unit: 'x',
      limit: 0.9,
      atLeast: true,
    },
    { name: '… a quarter of the rounds below', value: percentile(ratios, 25), unit: 'x' },
    { name: '… a quarter of the rounds above', value: percentile(ratios, 75), unit: 'x' },
  ];
}

/** What the limits of the gateway's memory (stack/main.ts) cost in speed, and what they save. */
export async function measure(): Promise<Figure[]> {
  const stacks: TestStack[] = [];
  try {
    const limited = await startSide({});
    stacks.push(limited.stack);
    const free = await startSide(WITHOUT_LIMITS);
    stacks.push(free.stack);
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await compare(load, limited, free)));
    for (const [name, { stack }] of Object.entries({ with: limited, without: free })) {
      const { gateway } = await usageOfStack(stack);
      figures.push({
        name: `gateway after that, ${name} limits`,
        value: gateway.memory,
        unit: 'MB',
      });
    }
    return figures;
  } finally {
    await Promise.all(stacks.map((stack) => stack.stop()));
  }
}
