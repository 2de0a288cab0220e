import { beforeEach, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import type { Change, Refused, TableName } from '../../web/src/sync/changes.ts';
import { actor, type Actor } from '../support/actors.ts';
import { done, pull } from '../support/changes.ts';
import { deviceOf } from './device-of.ts';
import type { Device, Tab } from './device.ts';

let ann: Actor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  ann = await actor('ann');
});

const create = async ({ engine }: Tab, table: TableName, set: object): Promise<string> => {
  const uid = newUid();
  await engine.change([{ table, uid, create: true, set: { ...set } }]);
  return uid;
};
const remove = ({ engine }: Tab, table: TableName, uid: string) =>
  engine.change([{ table, uid, delete: true, seen: engine.seenRevision() }]);
const change = ({ engine }: Tab, ...changes: Change[]) => engine.change(changes);

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

/** What there is, as the person sees it: each thing with its place. */
function shown({ engine }: Tab): string[] {
  const nameOf = (uid: string | null) => (uid === null ? '' : engine.row('folders', uid)?.name);
  return [
    ...engine.rows('tasks').map(({ title }) => title),
    ...engine.rows('folders').map(({ name, parent_uid }) => `${nameOf(parent_uid)}/${name}/`),
    ...engine.rows('notes').map(({ title, folder_uid }) => `${nameOf(folder_uid)}/${title}`),
  ].toSorted();
}

test('design §3: undone before the deletion was sent, everything is as it was', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const top = await create(tab, 'folders', { name: 'top' });
  const below = await create(tab, 'folders', { name: 'below', parent_uid: top });
  await create(tab, 'notes', { title: 'note', folder_uid: below });
  const task = await create(tab, 'tasks', { title: 'task' });
  await settled(phone, tab);
  const before = shown(tab);
  expect(before).toEqual(['/top/', 'below/note', 'task', 'top/below/']);

  phone.connection.network = 'offline';
  const young = await create(tab, 'notes', { title: 'young', folder_uid: below });
  await remove(tab, 'folders', top);
  await remove(tab, 'tasks', task);
  expect(shown(tab)).toEqual([]);
  await change(
    tab,
    { table: 'folders', uid: top, restore: true },
    { table: 'tasks', uid: task, restore: true },
  );
  const after = [...before, 'below/young'].toSorted();
  expect(shown(tab)).toEqual(after);
  await settled(phone, tab);
  expect(shown(tab)).toEqual(after);
  const laptop = await deviceOf(ann, 'laptop').open();
  expect(shown(laptop)).toEqual(after);
  expect(laptop.engine.row('notes', young)).toMatchObject({ deleted_with: null });
  await Promise.all([tab.close(), laptop.close()]);
});

test('design §3: undone while the answer to the deletion was lost', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const folder = await create(tab, 'folders', { name: 'folder' });
  await create(tab, 'notes', { title: 'note', folder_uid: folder });
  await settled(phone, tab);
  phone.connection.network = 'answers-lost';
  await remove(tab, 'folders', folder);
  const deletedOnServer = async () =>
    (await pull(ann)).rows.every(({ row }) => row['deleted_at'] !== null);
  await vi.waitFor(async () => expect(await deletedOnServer()).toBe(true));
  await change(tab, { table: 'folders', uid: folder, restore: true });
  expect(shown(tab)).toEqual(['/folder/', 'folder/note']);
  await settled(phone, tab);
  expect(shown(tab)).toEqual(['/folder/', 'folder/note']);
  await tab.close();
});

test('design §3: a device shows what a folder brings back as the server does it', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const top = await create(tab, 'folders', { name: 'top' });
  const middle = await create(tab, 'folders', { name: 'middle', parent_uid: top });
  const low = await create(tab, 'folders', { name: 'low', parent_uid: middle });
  await create(tab, 'folders', { name: 'lowest', parent_uid: low });
  await create(tab, 'notes', { title: 'in low', folder_uid: low });
  await create(tab, 'notes', { title: 'in middle', folder_uid: middle });
  await settled(phone, tab);
  phone.connection.network = 'offline';
  await remove(tab, 'folders', top);
  await change(tab, { table: 'folders', uid: middle, set: { name: 'again' } });
  await remove(tab, 'folders', middle);
  await change(tab, { table: 'folders', uid: top, restore: true });
  const expected = ['/in middle', '/low/', '/top/', 'low/in low', 'low/lowest/'];
  expect(shown(tab)).toEqual(expected);
  await settled(phone, tab);
  expect(shown(tab)).toEqual(expected);
  await tab.close();
});

test('design §5: restoring what another device deleted for good is taken back and told', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = await create(tab, 'tasks', { title: 'task' });
  await remove(tab, 'tasks', uid);
  await settled(phone, tab);
  const told: Refused[] = [];
  tab.engine.refused.add((refused) => told.push(refused));
  phone.connection.network = 'offline';
  await done(ann, { table: 'tasks', uid, erase: true });
  await change(tab, { table: 'tasks', uid, restore: true });
  expect(shown(tab)).toEqual(['task']);
  await settled(phone, tab);
  expect(shown(tab)).toEqual([]);
  expect(told).toMatchObject([{ code: 'PT404', entry: { change: { uid, restore: true } } }]);
  await tab.close();
});

test('design §3 who wins: made in a folder whose deletion waits: it goes along with the folder', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const folder = await create(tab, 'folders', { name: 'folder' });
  const others = await create(tab, 'notes', { title: 'note', folder_uid: folder });
  await settled(phone, tab);
  phone.connection.network = 'answers-lost';
  const own = await create(tab, 'notes', { title: 'own', folder_uid: folder });
  await vi.waitFor(async () => expect((await pull(ann)).rows).toHaveLength(3));
  await remove(tab, 'folders', folder);
  expect(shown(tab)).toEqual([]);
  await settled(phone, tab);
  expect(shown(tab)).toEqual([]);
  expect(tab.engine.row('notes', own)).toMatchObject({ deleted_with: folder });

  await change(tab, { table: 'folders', uid: folder, restore: true });
  await settled(phone, tab);
  phone.connection.network = 'offline';
  await change(tab, { table: 'notes', uid: own, set: { title: 'own again' } });
  await remove(tab, 'folders', folder);
  await done(ann, { table: 'notes', uid: others, set: { title: 'typed elsewhere' } });
  await settled(phone, tab);
  // What others typed stays, and with it what cannot be told from it; nothing is lost.
  expect(shown(tab)).toContain('/typed elsewhere');
  await tab.close();
});
