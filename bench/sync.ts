import { setTimeout as delay } from 'node:timers/promises';
import { startTestStack } from '../stack/testing.ts';
import { newUid } from '#domain/uid.ts';
import { Device, type Tab } from '../tests/sync/device.ts';
import type { Figure } from './figures.ts';
import { createPerson, type Person } from './person.ts';

const ROWS = 20_000;
const WAITING = 500;
const CHANGED = 10;
/** Rows in one request. */
const PAGE = 1000;

/** How long a device's waiting changes take to be sent, and how much a device transfers to catch up. */
export async function measure(): Promise<Figure[]> {
  console.warn = () => undefined;
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const person = await createPerson(stack, 'traveller');
    const options = { owner: person, place: stack };
    const sent = await sendWaiting(new Device({ ...options, name: 'phone' }));
    await fill(person);
    /** Of the answers, as they are before they are packed. */
    let bytes = 0;
    const laptop = new Device({
      ...options,
      name: 'laptop',
      onAnswer: async (url, _body, answer) => {
        if (url.includes('/rest/v1/')) bytes += (await answer.clone().arrayBuffer()).byteLength;
      },
    });
    const first = performance.now();
    await (await laptop.open()).close();
    const read = performance.now() - first;
    const all = bytes;
    bytes = 0;
    await change(person);
    const again = performance.now();
    const tab = await laptop.open();
    await until(() => named(tab) === CHANGED);
    const caughtUp = performance.now() - again;
    await tab.close();
    return [
      { name: '500 waiting changes sent', value: sent / 1000, unit: 's', limit: 3 },
      { name: '20,500 rows read by a new device', value: all / 1000, unit: 'kB' },
      { name: 'which takes', value: read / 1000, unit: 's' },
      { name: 'catching up after 10 changed rows', value: bytes / 1000, unit: 'kB', limit: 20 },
      { name: 'which takes, with opening the copy', value: caughtUp / 1000, unit: 's' },
    ];
  } finally {
    await stack.stop();
  }
}

/** Milliseconds from the network's return until nothing waits. */
async function sendWaiting(device: Device): Promise<number> {
  const tab = await device.open();
  device.connection.network = 'offline';
  for (let at = 0; at < WAITING; at += 1) {
    const set = { title: `Typed on the train ${at}` };
    await tab.engine.change([{ table: 'tasks', uid: newUid(), create: true, set }]);
  }
  const began = performance.now();
  await device.reconnect();
  await until(() => tab.engine.status.waiting === 0);
  const took = performance.now() - began;
  await tab.close();
  return took;
}

async function fill({ client }: Person): Promise<void> {
  for (let from = 0; from < ROWS; from += PAGE) {
    const { error } = await client
      .from('tasks')
      .insert(Array.from({ length: PAGE }, (_, at) => ({ title: `Task ${from + at}` })));
    if (error) throw error;
  }
}

async function change({ client }: Person): Promise<void> {
  const { data, error } = await client.from('tasks').select('id').limit(CHANGED);
  if (error) throw error;
  const ids = data.map(({ id }) => Number(id));
  const changed = await client.from('tasks').update({ title: 'Changed' }).in('id', ids);
  if (changed.error) throw changed.error;
}

function named({ engine }: Tab): number {
  return engine.rows('tasks').filter(({ title }) => title === 'Changed').length;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}
