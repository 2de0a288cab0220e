import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { makeTestData, startTestStack, type TestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import { createPerson } from './person.ts';
import { usageOfStack } from './processes.ts';

const WRITERS = 50;
const ROUNDS = 20;
const SECONDS = 1;

/** The triggers that lock the counter of a person's history and take its next number (decision 28). */
const COUNTER = ['lock_account_first', 'assign_rev'];

async function connect({ databaseUrl }: TestStack): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

/** A person's own connection, as PostgREST has one for a request. */
async function connectPerson(stack: TestStack, username: string): Promise<Client> {
  const { id } = await createPerson(stack, username);
  const client = await connect(stack);
  const claims = JSON.stringify({ sub: id, role: 'authenticated' });
  await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
  await client.query('set role authenticated');
  return client;
}

type Burst = { perSecond: number; milliseconds: number; waits: number };

/** What everybody adds in a second, PostgreSQL's processor time for one, and who was seen waiting. */
async function burst(stack: TestStack, keeper: Client, writers: readonly Client[]): Promise<Burst> {
  let added = 0;
  let waits = 0;
  const before = await usageOfStack(stack);
  const began = performance.now();
  const until = began + SECONDS * 1000;
  const write = async (writer: Client) => {
    while (performance.now() < until) {
      await writer.query("insert into public.tasks (title) values ('Buy milk')");
      added += 1;
    }
  };
  const watch = async () => {
    while (performance.now() < until) {
      const { rows } = await keeper.query<{ waits: number }>(
        `select count(*)::integer as waits from pg_catalog.pg_stat_activity
         where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`,
      );
      waits += rows[0]?.waits ?? 0;
      await delay(20);
    }
  };
  await Promise.all([watch(), ...writers.map(write)]);
  const seconds = (performance.now() - began) / 1000;
  const after = await usageOfStack(stack);
  const cpuSeconds = after.PostgreSQL.cpuSeconds - before.PostgreSQL.cpuSeconds;
  return { perSecond: added / seconds, milliseconds: (cpuSeconds * 1000) / added, waits };
}

/** What counting revisions, under a lock, costs 50 people who write at once into their own accounts. */
export async function measure(): Promise<Figure[]> {
  // In memory where there is room: waiting for a disk would hide what is looked for.
  const remove = await makeTestData(['stack']);
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const keeper = await connect(stack);
    const writers: Client[] = [];
    for (let at = 0; at < WRITERS; at += 1) {
      writers.push(await connectPerson(stack, `writer-${at}`));
    }
    const bursts = { enable: [] as Burst[], disable: [] as Burst[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const turns = ['enable', 'disable'] as const;
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
        const triggers = COUNTER.map((trigger) => `${turn} trigger ${trigger}`);
        await keeper.query(`alter table public.tasks ${triggers.join(', ')}`);
        const one = await burst(stack, keeper, writers);
        // The first round warms up.
        if (round > 0) bursts[turn].push(one);
      }
    }
    await Promise.all([keeper, ...writers].map((client) => client.end()));
    const median = (turn: keyof typeof bursts, what: keyof Burst) =>
      percentile(
        bursts[turn].map((one) => one[what]),
        50,
      );
    const ratios = bursts.enable.map(
      ({ perSecond }, round) => perSecond / (bursts.disable[round]?.perSecond ?? 0),
    );
    const waits = bursts.enable.reduce((sum, one) => sum + one.waits, 0);
    return [
      { name: '50 people write: seen waiting for one another', value: waits, unit: '', limit: 0 },
      { name: '… tasks they add', value: median('enable', 'perSecond'), unit: '/s' },
      { name: '… speed with the counter, without it 1', value: percentile(ratios, 50), unit: 'x' },
      { name: '… PostgreSQL’s time for one', value: median('enable', 'milliseconds'), unit: 'ms' },
      { name: '… without the counter', value: median('disable', 'milliseconds'), unit: 'ms' },
    ];
  } finally {
    await stack.stop();
    await remove();
  }
}
