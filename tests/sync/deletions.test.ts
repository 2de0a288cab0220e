import { beforeEach, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { actor, type Actor } from '../support/actors.ts';
import { done, pull } from '../support/changes.ts';
import { deviceOf } from './device-of.ts';
import type { Device, Tab } from './device.ts';

let ann: Actor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  ann = await actor('ann');
});

const add = async ({ engine }: Tab) => {
  const uid = newUid();
  await engine.change([{ table: 'tasks', uid, create: true, set: { title: 'New' } }]);
  return uid;
};
const type = ({ engine }: Tab, uid: string, title: string) =>
  engine.change([{ table: 'tasks', uid, set: { title } }]);
const remove = ({ engine }: Tab, uid: string) =>
  engine.change([{ table: 'tasks', uid, delete: true, seen: engine.seenRevision() }]);
const stored = async (uid: string) =>
  (await pull(ann)).rows.find(({ row }) => row.uid === uid)?.row;

/** Everything is sent, and the device shows what the server has. */
async function settled(device: Device, tab: Tab): Promise<void> {
  await vi.waitFor(
    async () => {
      await device.reconnect();
      expect(tab.engine.waiting()).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
}

test('design §3 who wins: made, typed in and deleted on one device without a network: it is deleted', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const old = await add(tab);
  await settled(phone, tab);
  phone.connection.network = 'offline';
  await type(tab, old, 'typed on the train');
  await remove(tab, old);
  const young = await add(tab);
  await type(tab, young, 'never mind');
  await remove(tab, young);
  await settled(phone, tab);
  expect(tab.engine.rows('tasks')).toEqual([]);
  expect(await stored(old)).toMatchObject({ title: 'typed on the train' });
  for (const uid of [old, young]) expect((await stored(uid))?.['deleted_at']).not.toBeNull();
  await tab.close();
});

test('design §3 who wins: typed in and deleted where an answer was lost: it is deleted', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = await add(tab);
  await settled(phone, tab);
  phone.connection.network = 'answers-lost';
  await type(tab, uid, 'typed');
  await vi.waitFor(async () => expect(await stored(uid)).toMatchObject({ title: 'typed' }));
  await remove(tab, uid);
  expect(tab.engine.rows('tasks')).toEqual([]);
  await settled(phone, tab);
  expect(tab.engine.rows('tasks')).toEqual([]);
  expect((await stored(uid))?.['deleted_at']).not.toBeNull();
  await tab.close();
});

test('design §3 who wins: and somebody else typed meanwhile: the row stays', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = await add(tab);
  await settled(phone, tab);
  phone.connection.network = 'offline';
  await type(tab, uid, 'of the phone');
  await remove(tab, uid);
  await done(ann, { table: 'tasks', uid, set: { description: 'of the laptop' } });
  await settled(phone, tab);
  expect(await stored(uid)).toMatchObject({
    title: 'of the phone',
    description: 'of the laptop',
    deleted_at: null,
  });
  await tab.close();
});
