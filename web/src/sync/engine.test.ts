import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { waitingText, type Change, type SyncedRows } from './changes.ts';
import type { TableRow } from './database.ts';
import { SyncEngine } from './engine.ts';
import { layOver, noRows } from './overlay.ts';
import { Replica } from './replica.ts';
import { DrawnRows } from './rows.ts';
import type { TabMessage } from './tabs.ts';
import { Transfer } from './transfer.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Tabs of one browser, each of which has the same copy. */
function browserOf(name = newUid()) {
  const receivers = new Map<string, (message: TabMessage) => void>();
  return async () => {
    const id = newUid();
    const post = (message: TabMessage) => {
      for (const [tab, receive] of receivers) if (tab !== id) receive(message);
    };
    const replica = await Replica.open(name);
    const engine = new SyncEngine('ann', replica, {
      id,
      post,
      listen: (receive) => void receivers.set(id, receive),
      close: () => void receivers.delete(id),
    });
    await engine.load();
    return engine;
  };
}

function category(uid: string, name: string, rev: number): TableRow {
  const row: SyncedRows['categories'] = {
    uid,
    id: 1,
    user_id: 'ann',
    name,
    color: null,
    rev,
    edited_rev: rev,
    deleted_at: null,
    created_at: '2026-01-01',
    updated_at: '2026-01-01',
  };
  return { table: 'categories', row };
}

const rename = (uid: string, name: string): Change => ({ table: 'categories', uid, set: { name } });
const names = (engine: SyncEngine) => engine.rows('categories').map(({ name }) => name);

test('design §5 tabs: a change shows in every tab, and so does what becomes of it', async () => {
  const open = browserOf();
  const [first, second] = [await open(), await open()];
  await first.applyRows([category('a', 'Work', 1)]);
  await first.change([rename('a', 'Office')]);
  expect([names(first), names(second)]).toEqual([['Office'], ['Office']]);
  expect(second.status.waiting).toBe(1);
  const [entry] = first.waiting();
  if (!entry) throw new Error('Nothing waits');
  await first.settle([entry.seq], [], [], [{ entry, code: '23505', message: 'taken' }]);
  expect([names(first), names(second)]).toEqual([['Work'], ['Work']]);
  expect(second.status).toMatchObject({ waiting: 0, refused: 1 });
  await second.forgetRefused([entry.seq]);
  expect(first.status.refused).toBe(0);
});

test('design §5 tabs: a tab that is opened later shows what waits and what was refused', async () => {
  const open = browserOf();
  const first = await open();
  await first.applyRows([category('a', 'Work', 1)], { history: 'h', rev: 1 });
  await first.change([rename('a', 'Office')]);
  const second = await open();
  expect(names(second)).toEqual(['Office']);
  expect(second.status).toMatchObject({ phase: 'ready', waiting: 1, isPartial: false });
});

test('design §5: a change is on its way to the disk before the screen is drawn', async () => {
  const engine = await browserOf()();
  await engine.applyRows([category('a', 'Work', 1)]);
  const order: string[] = [];
  const add = engine.replica.addChanges.bind(engine.replica);
  vi.spyOn(engine.replica, 'addChanges').mockImplementation((...given) => {
    order.push('disk');
    return add(...given);
  });
  engine.subscribe('categories', () => order.push('screen'));
  const changing = engine.change([rename('a', 'Office')]);
  expect([order, names(engine)]).toEqual([['disk', 'screen'], ['Office']]);
  await changing;
});

test('design §5: what cannot be kept on this device is taken off the screen', async () => {
  const engine = await browserOf()();
  await engine.applyRows([category('a', 'Work', 1)]);
  vi.spyOn(engine.replica, 'addChanges').mockRejectedValue(new Error('Full'));
  const changing = engine.change([rename('a', 'Office')]);
  expect(names(engine)).toEqual(['Office']);
  await expect(changing).rejects.toThrow('Full');
  expect(names(engine)).toEqual(['Work']);
  expect(engine.status.waiting).toBe(0);
});

test('design §5 tabs: other tabs draw a change before it is on the disk, and take it back where it cannot be kept', async () => {
  const open = browserOf();
  const [first, second] = [await open(), await open()];
  await first.applyRows([category('a', 'Work', 1)]);
  const changing = first.change([rename('a', 'Office')]);
  expect(names(second)).toEqual(['Office']);
  expect(second.status.waiting).toBe(0);
  await changing;
  expect(names(second)).toEqual(['Office']);
  expect(second.status.waiting).toBe(1);

  vi.spyOn(first.replica, 'addChanges').mockRejectedValue(new Error('Full'));
  const failing = first.change([rename('a', 'Shop')]);
  expect(names(second)).toEqual(['Shop']);
  await expect(failing).rejects.toThrow('Full');
  expect([names(second), second.status.waiting]).toEqual([['Office'], 1]);
});

test('design §5 tabs: what a tab was adding when it went is what the disk has of it', async () => {
  const open = browserOf();
  const [first, second] = [await open(), await open()];
  await first.applyRows([category('a', 'Work', 1), category('b', 'Home', 1)]);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const onDisk = first.change([rename('a', 'Office')]);
  vi.spyOn(first.replica, 'addChanges').mockReturnValue(new Promise(() => undefined));
  void first.change([rename('b', 'Flat')]);
  first.stop();
  await onDisk;
  expect(names(second)).toEqual(['Office', 'Flat']);
  expect(second.status.waiting).toBe(0);
  await vi.runAllTimersAsync();
  await vi.waitFor(() => expect(second.status.waiting).toBe(1));
  expect(names(second)).toEqual(['Office', 'Home']);
});

test('design §5 tabs: what a tab settled on the disk, and did not live to tell, waits in no other tab', async () => {
  const open = browserOf();
  const [first, second] = [await open(), await open()];
  await first.applyRows([category('a', 'Work', 1), category('b', 'Home', 1)]);
  await first.change([rename('a', 'Office')]);
  await first.change([rename('b', 'Flat')]);
  await first.change([{ table: 'notes', uid: 'n', set: { content: 'Mine' }, base: 1 }]);
  const [done, refused, rewritten] = first.waiting();
  if (!done || !refused || !rewritten) throw new Error('Nothing waits');
  const conflict = { title: '', content: 'Theirs', content_rev: 2 };
  const settling = first.settle(
    [done.seq, refused.seq],
    [category('a', 'Office', 2)],
    [{ seq: rewritten.seq, apply: (entry) => ({ ...entry, conflict }) }],
    [{ entry: refused, code: '23505', message: 'taken' }],
  );
  first.stop();
  await settling;
  expect(second.status.waiting).toBe(3);

  const call = () => Promise.reject(new Error('Nothing is to be sent.'));
  const server = { call, readNote: call };
  const transfer = new Transfer(second, { server, exclusively: (_name, run) => run() });
  await transfer.send();
  expect(second.waiting()).toMatchObject([{ seq: rewritten.seq, conflict }]);
  expect(names(second)).toEqual(['Office', 'Home']);
  expect(second.row('categories', 'a')?.rev).toBe(2);
  expect(second.status).toMatchObject({ waiting: 1, refused: 1 });
  transfer.stop();
});

test('design §5: an older row is left out, and one that is the same is not drawn again', async () => {
  const engine = await browserOf()();
  await engine.applyRows([category('a', 'Work', 2), category('b', 'Home', 2)]);
  const drawn = vi.fn<() => void>();
  engine.subscribe('categories', drawn);
  const before = engine.rows('categories');
  await engine.applyRows([category('a', 'Old', 1), category('b', 'Home', 2)]);
  expect(drawn).not.toHaveBeenCalled();
  expect(engine.rows('categories')).toBe(before);
  await engine.applyRows([category('a', 'New', 3)]);
  expect(drawn).toHaveBeenCalledOnce();
  expect(engine.seenRevision()).toBe(3);
  expect(engine.rows('categories')[1]).toBe(before[1]);
});

test('design §5: two of the same name are two, before and after they are acknowledged', async () => {
  const engine = await browserOf()();
  const create = (uid: string) =>
    engine.change([{ table: 'categories', uid, create: true, set: { name: 'Milk' } }]);
  await Promise.all([create('a'), create('b')]);
  expect(names(engine)).toEqual(['Milk', 'Milk']);
  const [first] = engine.waiting();
  await engine.settle([first?.seq ?? 0], [category('a', 'Milk', 1)]);
  expect(names(engine)).toEqual(['Milk', 'Milk']);
  expect(engine.status.waiting).toBe(1);
});

test('design §5: the latest revision is found among more rows than a call takes arguments', () => {
  const drawn = new DrawnRows();
  const rows = Array.from({ length: 200_000 }, (_, at) => category(`${at}`, 'One', at));
  drawn.keep(rows);
  drawn.redraw([]);
  expect([drawn.seenRevision(), drawn.rows('categories').length]).toEqual([199_999, 200_000]);
});

test('design §5: folders that two devices put into each other are deleted like others', () => {
  const changes: Change[] = [
    { table: 'folders', uid: 'a', create: true, set: { name: 'A' } },
    { table: 'folders', uid: 'b', create: true, set: { name: 'B', parent_uid: 'a' } },
    { table: 'folders', uid: 'c', create: true, set: { name: 'C', parent_uid: 'b' } },
    // Until the server refuses one of the two moves they are a circle.
    { table: 'folders', uid: 'a', set: { parent_uid: 'b' } },
    { table: 'folders', uid: 'a', delete: true, seen: Number.MAX_SAFE_INTEGER },
  ];
  const entries = changes.map((change, seq) => ({
    seq,
    change,
    tab: 'tab',
    madeAt: 1_790_000_000_000,
    isSent: false,
  }));
  const { folders } = layOver(noRows(), entries);
  const deleted = [...folders.values()].map(({ uid, deleted_at, deleted_with }) => [
    uid,
    deleted_at !== null,
    deleted_with,
  ]);
  expect(deleted).toEqual([
    ['a', true, null],
    ['b', true, 'a'],
    ['c', true, 'a'],
  ]);
});

test('design §5 notes: who shows a text that waits is told of each that takes its place', async () => {
  const engine = await browserOf()();
  const write = (content: string) =>
    engine.change([{ table: 'notes', uid: 'n', set: { content }, base: 1 }], { baseContent: 'a' });
  await engine.change([
    { table: 'notes', uid: 'n', create: true, set: { title: 'N', content: 'a' } },
  ]);
  const shown: unknown[] = [];
  const look = () => shown.push(waitingText(engine.waiting(), 'n')?.content);
  engine.subscribe('notes', look);
  engine.statusChanged.add(look);
  await write('a b');
  await write('a b c');
  expect(shown.at(-1)).toBe('a b c');
});
