import { beforeAll, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import type { Refused } from '../../web/src/sync/changes.ts';
import { createServer } from '../../web/src/sync/server.ts';
import { actor, type Actor } from '../support/actors.ts';
import { done, pull } from '../support/changes.ts';
import { tamper } from '../support/tokens.ts';
import { giveDevicesClocks } from './clocks.ts';
import { deviceOf } from './device-of.ts';
import { textShownBy } from './wishes.ts';

let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

test('design §5: what one device does offline is on the other when the network is back', async () => {
  const phone = deviceOf(ann, 'phone');
  const laptop = deviceOf(ann, 'laptop');
  const [onPhone, onLaptop] = [await phone.open(), await laptop.open()];
  phone.connection.network = 'offline';
  const task = newUid();
  const create = { title: 'Buy milk', repeat_type: 'daily', due_date: '2026-11-22' };
  await onPhone.engine.change([{ table: 'tasks', uid: task, create: true, set: create }]);
  await onPhone.engine.change([{ table: 'tasks', uid: task, set: { title: 'Buy bread' } }]);
  await onPhone.engine.change([
    { table: 'tasks', uid: task, set: { completed: true }, today: '2026-11-22' },
  ]);
  expect(onPhone.engine.rows('tasks')).toHaveLength(2);
  expect(onPhone.engine.waiting().length).toBeGreaterThan(0);
  expect(onLaptop.engine.rows('tasks')).toHaveLength(0);
  await phone.reconnect();
  await vi.waitFor(() => expect(onLaptop.engine.rows('tasks')).toHaveLength(2));
  expect(onPhone.engine.waiting()).toEqual([]);
  const byTitle = (
    rows: readonly { title: string; due_date: string | null; completed: boolean }[],
  ) => rows.map(({ title, due_date, completed }) => `${title} ${due_date} ${completed}`).toSorted();
  await vi.waitFor(() =>
    expect(byTitle(onLaptop.engine.rows('tasks'))).toEqual(byTitle(onPhone.engine.rows('tasks'))),
  );
  expect(byTitle(onPhone.engine.rows('tasks'))).toEqual([
    'Buy bread 2026-11-22 true',
    'Buy bread 2026-11-23 false',
  ]);
  await Promise.all([onPhone.close(), onLaptop.close()]);
});

test('design §5: a change that the server cannot read is refused, and holds up no other', async () => {
  const tab = await deviceOf(ann, 'phone').open();
  const refused: string[] = [];
  tab.engine.refused.add(({ entry }) => refused.push(entry.change.uid));
  const [before, broken, after] = [newUid(), newUid(), newUid()];
  const create = (uid: string, title: string) =>
    ({ table: 'tasks', uid, create: true, set: { title } }) as const;
  await tab.engine.change([
    create(before, 'Before'),
    // Half of an emoji, which no database takes as text.
    create(broken, '\ud83d'),
    create(after, 'After'),
  ]);
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  expect(refused).toEqual([broken]);
  const uids = tab.engine.rows('tasks').map(({ uid }) => uid);
  expect(uids).toEqual(expect.arrayContaining([before, after]));
  expect(uids).not.toContain(broken);
  await tab.close();
});

test('design §5: what a tab kept before it was closed is sent by the other one', async () => {
  const phone = deviceOf(ann, 'phone');
  const [closed, other] = [await phone.open(), await phone.open()];
  const uid = newUid();
  const create = { table: 'tasks', uid, create: true, set: { title: 'Kept' } } as const;
  await closed.engine.change([create]);
  closed.crash();
  await vi.waitFor(() => expect(other.engine.row('tasks', uid)).toMatchObject({ user_id: ann.id }));
  // The live channel may be quicker than the answer.
  await vi.waitFor(() => expect(other.engine.waiting()).toEqual([]));
  await other.close();
});

test('design §5: what was done, though its answer was lost, undoes nothing when it is sent again', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = newUid();
  await done(ann, { table: 'tasks', uid, create: true, set: { title: 'Milk' } });
  await vi.waitFor(() => expect(tab.engine.row('tasks', uid)).toBeDefined());
  const stored = async () => (await pull(ann)).rows.find(({ row }) => row.uid === uid)?.row;

  phone.connection.network = 'answers-lost';
  await tab.engine.change([{ table: 'tasks', uid, set: { title: 'Bread', completed: true } }]);
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ completed: true }));
  await done(ann, { table: 'tasks', uid, set: { title: 'Butter', completed: false } });
  await phone.reconnect();
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  const wanted = { title: 'Butter', completed: false };
  expect(await stored()).toMatchObject(wanted);
  await vi.waitFor(() => expect(tab.engine.row('tasks', uid)).toMatchObject(wanted));
  await tab.close();
});

test('design §5: a note whose creation is sent again does not take its first text for a newer one', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = newUid();
  const set = { title: 'Trip', content: 'A' };
  phone.connection.network = 'answers-lost';
  await tab.engine.change([{ table: 'notes', uid, create: true, set }]);
  const stored = async () => {
    const { rows } = await pull(ann);
    return rows.find(({ row }) => row.uid === uid)?.row;
  };
  await vi.waitFor(async () => expect(await stored()).toBeDefined());
  const base = (await stored())?.['content_rev'];
  const { rev } = await done(ann, { table: 'notes', uid, set: { content: 'AB' }, base });
  await phone.reconnect();
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  expect(await tab.engine.replica.getText(uid)).not.toEqual({
    uid,
    content: 'A',
    content_rev: rev,
  });
  await tab.close();
});

test('design §5: what is typed over a text whose answer was lost leaves what others wrote since', async () => {
  const phone = deviceOf(ann, 'phone');
  const tab = await phone.open();
  const uid = newUid();
  const first = 'one\n\ntwo';
  await done(ann, { table: 'notes', uid, create: true, set: { title: 'Trip', content: first } });
  const stored = async () => (await pull(ann)).rows.find(({ row }) => row.uid === uid)?.row;
  const revision = async () => Number((await stored())?.['content_rev']);
  const shownRevision = () => tab.engine.row('notes', uid)?.content_rev;
  await vi.waitFor(() => expect(shownRevision()).toBeDefined());
  const write = async (content: string) => {
    const shown = await textShownBy(tab, uid);
    const change = { table: 'notes', uid, set: { content }, base: shown?.content_rev } as const;
    await tab.engine.change([change], { baseContent: shown?.content });
  };
  const base = await revision();

  phone.connection.network = 'answers-lost';
  await write('one on the phone\n\ntwo');
  await vi.waitFor(async () => expect(await revision()).toBeGreaterThan(base));
  const set = { content: 'one on the phone\n\ntwo on the laptop' };
  await done(ann, { table: 'notes', uid, set, base: await revision() });
  // The live channel says so before the phone's own text is acknowledged.
  await vi.waitFor(async () => expect(shownRevision()).toBe(await revision()));
  await write('one on the phone, again\n\ntwo');
  await phone.reconnect();
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  const { content } = (await tab.readNote(uid)) ?? {};
  expect(content).toBe('one on the phone, again\n\ntwo on the laptop');
  await tab.close();
});

test('spec §5: a note that is empty once it was merged is stored as an empty one', async () => {
  const tab = await deviceOf(ann, 'phone').open();
  const uid = newUid();
  const set = { title: 'Trip', content: 'one' };
  await done(ann, { table: 'notes', uid, create: true, set });
  const stored = async () => (await pull(ann)).rows.find(({ row }) => row.uid === uid)?.row;
  const base = Number((await stored())?.['content_rev']);
  for (const content of ['one and two', 'one'])
    await done(ann, {
      table: 'notes',
      uid,
      set: { content },
      base: Number((await stored())?.['content_rev']),
    });
  const change = { table: 'notes', uid, set: { content: null }, base } as const;
  await tab.engine.change([change], { baseContent: 'one' });
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  const { data } = await ann.client.from('notes').select('content').eq('uid', uid).single();
  expect(data).toEqual({ content: null });
  await tab.close();
});

test('design §5: a token that runs out on a dead connection holds nothing up for good', async () => {
  const phone = deviceOf(ann, 'phone');
  // A busy machine takes longer than that to hash a password.
  await phone.signIn();
  phone.options.patience = 500;
  const tab = await phone.open();
  // The device knows that it needs another token, and asks for it in vain.
  phone.expire(() => ann.token, true);
  phone.connection.network = 'dead';
  const uid = newUid();
  await tab.engine.change([{ table: 'tasks', uid, create: true, set: { title: 'Late' } }]);
  await vi.waitFor(() => expect(phone.connection.lost).toContain('/auth/v1/token'));
  phone.connection.network = 'ok';
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]), { timeout: 20_000 });
  await tab.close();
});

test('design §5: a network that is back without a word, with a token that ran out unnoticed, takes what waits', async () => {
  // The channel does not notice anything meanwhile.
  const phone = deviceOf(ann, 'phone', { heartbeat: 60_000 });
  await phone.signIn();
  phone.options.patience = 500;
  const tab = await phone.open();
  const refused = vi.fn<(one: Refused) => void>();
  tab.engine.refused.add(refused);
  phone.connection.network = 'dead';
  const uid = newUid();
  await tab.engine.change([{ table: 'tasks', uid, create: true, set: { title: 'Silent' } }]);
  await tab.engine.change([{ table: 'tasks', uid, set: { priority: 'high' } }]);
  await vi.waitFor(() => expect(phone.connection.lost).toContain('/rest/v1/rpc/push_changes'));
  phone.expire((claims) => tamper(ann.token, claims), false);
  phone.connection.network = 'ok';
  await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]), { timeout: 20_000 });
  expect(tab.engine.row('tasks', uid)).toMatchObject({ title: 'Silent', priority: 'high' });
  expect(refused).not.toHaveBeenCalled();
  await tab.close();
});

test('design §5: a device whose clock is an hour ahead keeps its token', async () => {
  giveDevicesClocks();
  const renewals: string[] = [];
  const phone = deviceOf(ann, 'phone', {
    clock: 3_600_000,
    onAnswer: async (url) => void (url.includes('grant_type=refresh_token') && renewals.push(url)),
  });
  const tab = await phone.open();
  for (const title of ['One', 'Two', 'Three']) {
    const uid = newUid();
    await phone.onItsClock(() =>
      tab.engine.change([{ table: 'tasks', uid, create: true, set: { title } }]),
    );
    await vi.waitFor(() => expect(tab.engine.waiting()).toEqual([]));
  }
  expect(renewals).toEqual([]);
  await tab.close();
});

test('design §5: a token that the server refuses does not end the live channel for good', async () => {
  const phone = deviceOf(ann, 'phone');
  const laptop = deviceOf(ann, 'laptop');
  const [onPhone, onLaptop] = [await phone.open(), await laptop.open()];
  // The device's clock is slow: it takes the token for a good one.
  phone.expire((claims) => tamper(ann.token, claims), false);
  // A connection of its own, as after a sleep; nothing is sent from here.
  phone.connection.network = 'offline';
  phone.connection.network = 'ok';
  await vi.waitFor(
    async () => {
      const set = { title: `Seen ${Date.now()}` };
      await onLaptop.engine.change([{ table: 'tasks', uid: newUid(), create: true, set }]);
      await vi.waitFor(() => expect(onLaptop.engine.waiting()).toEqual([]));
      await vi.waitFor(
        () =>
          expect(onPhone.engine.rows('tasks').some(({ title }) => title === set.title)).toBe(true),
        { timeout: 500 },
      );
    },
    { timeout: 20_000 },
  );
  await Promise.all([onPhone.close(), onLaptop.close()]);
});

test('design §5: what is answered to somebody who has signed in meanwhile is not taken', async () => {
  const bob = await actor('bob');
  let isBob = false;
  const server = createServer(async () => {
    if (isBob) throw new Error('Another person is signed in.');
    isBob = true;
    return bob.client;
  });
  await expect(server.call('pull_changes', {})).rejects.toThrow('Another person is signed in.');
});
