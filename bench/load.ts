import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import { Tab } from './load/tab.ts';
import { createPerson } from './person.ts';
import { usageOfStack } from './processes.ts';

const SIZES = [1, 10, 50];
const SECONDS = 30;
const EVERY = 2000;
/** Milliseconds after the last change in which its message has to arrive. */
const PATIENCE = 5000;

type Household = { tabs: [Tab, Tab] };

async function openHousehold(stack: TestStack, name: string): Promise<Household> {
  const person = await createPerson(stack, name);
  const tabs: [Tab, Tab] = [new Tab(stack, person), new Tab(stack, person)];
  for (const tab of tabs) await tab.open(person.id);
  return { tabs };
}

/** A change every two seconds, each tab at a moment of its own. */
async function keepChanging(tab: Tab, end: number): Promise<void> {
  const first = performance.now() + Math.random() * EVERY;
  for (let at = first; at < end; at += EVERY) {
    await delay(Math.max(0, at - performance.now()));
    await tab.change();
  }
}

const changesOf = ({ tabs }: Household) => tabs.flatMap((tab) => [...tab.sent.keys()]);

function hasHeardAll({ tabs }: Household): boolean {
  const changes = changesOf({ tabs });
  return tabs.every((tab) => changes.every((key) => tab.received.has(key)));
}

/** Milliseconds from each change of one tab to the other tab receiving it. */
function latencies({ tabs: [one, other] }: Household): number[] {
  const ways = [
    [one, other],
    [other, one],
  ] as const;
  return ways.flatMap(([from, to]) =>
    [...from.sent].flatMap(([key, sent]) => (to.received.get(key) ?? []).map((at) => at - sent)),
  );
}

/** Changes a tab did not receive, received twice, and rows it has otherwise than the database. */
async function faults(household: Household) {
  const expected = new Set(changesOf(household));
  let [lost, doubled, differing] = [0, 0, 0];
  for (const tab of household.tabs) {
    for (const key of expected) if (!tab.received.has(key)) lost += 1;
    for (const [key, times] of tab.received) {
      doubled += expected.has(key) ? times.length - 1 : times.length;
    }
    const rows = await tab.read();
    differing += rows.filter((row) => !isDeepStrictEqual(row, tab.rows.get(row.id))).length;
    const ids = new Set(rows.map(({ id }) => id));
    differing += [...tab.rows.keys()].filter((id) => !ids.has(id)).length;
  }
  return { lost, doubled, differing };
}

async function measureSize(stack: TestStack, size: number): Promise<Figure[]> {
  const households: Household[] = [];
  for (let index = 0; index < size; index += 1) {
    households.push(await openHousehold(stack, `user-${size}-${index}`));
  }
  const before = await usageOfStack(stack);
  const ownBefore = process.cpuUsage();
  const began = performance.now();
  const end = began + SECONDS * 1000;
  await Promise.all(households.flatMap(({ tabs }) => tabs.map((tab) => keepChanging(tab, end))));
  const seconds = (performance.now() - began) / 1000;
  const after = await usageOfStack(stack);
  const own = process.cpuUsage(ownBefore);
  const patience = performance.now() + PATIENCE;
  while (!households.every(hasHeardAll) && performance.now() < patience) await delay(20);

  const name = `${size} ${size === 1 ? 'user' : 'users'}`;
  const figures: Figure[] = [];
  const count = households.reduce((sum, household) => sum + changesOf(household).length, 0);
  const times = households.flatMap(latencies);
  figures.push(
    { name: `${name}: changes`, value: count, unit: '' },
    { name: `${name}: to the other tab, p50`, value: percentile(times, 50), unit: 'ms', limit: 60 },
    {
      name: `${name}: to the other tab, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      limit: 150,
    },
    { name: `${name}: to the other tab, p99`, value: percentile(times, 99), unit: 'ms' },
  );
  const sum = { lost: 0, doubled: 0, differing: 0 };
  for (const household of households) {
    const found = await faults(household);
    sum.lost += found.lost;
    sum.doubled += found.doubled;
    sum.differing += found.differing;
  }
  figures.push(
    { name: `${name}: messages lost`, value: sum.lost, unit: '', limit: 0 },
    { name: `${name}: messages doubled`, value: sum.doubled, unit: '', limit: 0 },
    { name: `${name}: rows unlike the database`, value: sum.differing, unit: '', limit: 0 },
  );
  for (const program of ['gateway', 'PostgreSQL', 'Deno'] as const) {
    const cpu = (after[program].cpuSeconds - before[program].cpuSeconds) / seconds;
    figures.push(
      { name: `${name}: ${program}, of one core`, value: cpu * 100, unit: '%' },
      { name: `${name}: ${program}, memory`, value: after[program].memory, unit: 'MB' },
    );
  }
  const tabs = (own.user + own.system) / 1e6 / seconds;
  figures.push({ name: `${name}: the tabs themselves, of one core`, value: tabs * 100, unit: '%' });
  await Promise.all(households.flatMap((household) => household.tabs.map((tab) => tab.close())));
  return figures;
}

/**
 * 1, 10 and 50 people with two tabs each, in each of which they change something every two seconds
 * for half a minute. The tabs are supabase-js clients in the process of the benchmark.
 */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const figures: Figure[] = [];
    for (const size of SIZES) figures.push(...(await measureSize(stack, size)));
    return figures;
  } finally {
    await stack.stop();
  }
}
