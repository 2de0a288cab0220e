import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { writtenOver, type Change } from '../../web/src/sync/changes.ts';
import { SyncEngine } from '../../web/src/sync/engine.ts';
import { Replica } from '../../web/src/sync/replica.ts';
import type { TabMessage } from '../../web/src/sync/tabs.ts';

/** A tab without a network, and the way in which another tab tells it something. */
async function tabOf(name: string) {
  let tell: (message: TabMessage) => void = () => undefined;
  const engine = new SyncEngine('ann', await Replica.open(name), {
    id: newUid(),
    post: () => undefined,
    listen: (receive) => (tell = receive),
    close: () => undefined,
  });
  return { engine, tell: (message: TabMessage) => tell(message) };
}

const write = (uid: string, content: string): Change => ({
  table: 'notes',
  uid,
  set: { content },
  base: 1,
});

test('design §5 outbox: what is typed while the text before it is acknowledged is not lost', async () => {
  const { engine } = await tabOf(newUid());
  const note = newUid();
  await engine.change([write(note, 'one')], { baseContent: '' });
  const [first] = await engine.replica.takeChanges(1, 1000);
  await engine.change([write(note, 'one two')], { baseContent: 'one' });
  const second = engine.waiting().at(-1);
  // The answer says what the second was written over; before that is on the disk, it is a third.
  const apply = (entry: NonNullable<typeof second>) =>
    writtenOver(entry, { content: 'one', content_rev: 7 });
  await engine.change([write(note, 'one two three')], { baseContent: 'one two' });
  await engine.settle([first?.seq ?? 0], [], [{ seq: second?.seq ?? 0, apply }]);
  const expected = { set: { content: 'one two three' }, base: 7 };
  expect(engine.waiting()).toMatchObject([{ change: expected, baseContent: 'one' }]);
  expect(await engine.replica.takeChanges(1, 1000)).toMatchObject([{ change: expected }]);
});

test('design §5 outbox: a text written over another one than that which waits does not take its place', async () => {
  const { engine } = await tabOf(newUid());
  const note = newUid();
  await engine.change([write(note, 'one')], { baseContent: '' });
  // The editor of a second tab was open before.
  await engine.change([write(note, 'two')], { baseContent: '' });
  expect(engine.waiting().map(({ change }) => change)).toMatchObject([
    { set: { content: 'one' } },
    { set: { content: 'two' } },
  ]);

  // The first one is merged while a third one is typed over it.
  const [first] = engine.waiting();
  const merged = { set: { content: 'theirs\n\none' }, base: 7 };
  const apply = (entry: NonNullable<typeof first>) => ({
    ...entry,
    change: { ...entry.change, ...merged },
    baseContent: 'theirs',
  });
  await engine.settle(
    engine
      .waiting()
      .slice(1)
      .map(({ seq }) => seq),
    [],
    [{ seq: first?.seq ?? 0, apply }],
  );
  await engine.change([write(note, 'one three')], { baseContent: 'one' });
  expect(engine.waiting()).toMatchObject([
    { change: merged, baseContent: 'theirs' },
    { change: { set: { content: 'one three' }, base: 1 }, baseContent: 'one' },
  ]);
});

test('design §5 outbox: who takes the other text keeps their own move and rename', async () => {
  const { engine } = await tabOf(newUid());
  const [note, folder] = [newUid(), newUid()];
  await engine.change([{ ...write(note, 'mine'), set: { content: 'mine', folder_uid: folder } }]);
  const [waiting] = engine.waiting();
  const seq = waiting?.seq ?? 0;
  const conflict = { title: 'Trip', content: 'theirs', content_rev: 7 };
  await engine.settle([], [], [{ seq, apply: (entry) => ({ ...entry, conflict }) }]);
  await engine.change([{ table: 'notes', uid: note, set: { title: 'Journey' } }]);
  await engine.resolveConflict(seq, 'theirs');
  const left = engine.waiting();
  expect(left.map(({ change }) => change)).toEqual([
    { table: 'notes', uid: note, set: { folder_uid: folder } },
    { table: 'notes', uid: note, set: { title: 'Journey' } },
  ]);
  expect(left[0]).not.toHaveProperty('conflict');
});

test('design §5 outbox: a change that another tab has seen acknowledged while this one opens waits no longer', async () => {
  const name = newUid();
  const other = await tabOf(name);
  await other.engine.change([write(newUid(), 'one')]);
  const { engine, tell } = await tabOf(name);
  const opened = engine.load();
  const done = other.engine.waiting().map(({ seq }) => seq);
  tell({ type: 'settled', done, rows: [], changed: [], refused: [] });
  await opened;
  expect(engine.waiting()).toEqual([]);
});

test('design §5: one change with two tabs draws its table twice in each, and no other', async () => {
  const { engine, tell } = await tabOf(newUid());
  const drawn: string[] = [];
  for (const table of ['tasks', 'notes'] as const) engine.subscribe(table, () => drawn.push(table));
  const uid = newUid();
  await engine.change([{ table: 'tasks', uid, create: true, set: { title: 'Once' } }]);
  expect(drawn).toEqual(['tasks']);
  const row = engine.row('tasks', uid);
  if (!row) throw new Error('There is no task');
  const done = engine.waiting().map(({ seq }) => seq);
  const rows = [{ table: 'tasks', row: { ...row, rev: 1 } } as const];
  tell({ type: 'settled', done, rows, changed: [], refused: [] });
  // The live channel brings the same row.
  tell({ type: 'rows', rows });
  expect(drawn).toEqual(['tasks', 'tasks']);
});

test('design §5: a first reading that was cut off is drawn as far as it came', async () => {
  const name = newUid();
  const first = await tabOf(name);
  const uid = newUid();
  await first.engine.change([{ table: 'tasks', uid, create: true, set: { title: 'Read' } }]);
  const row = first.engine.row('tasks', uid);
  if (!row) throw new Error('There is no task');
  const done = first.engine.waiting().map(({ seq }) => seq);
  await first.engine.settle(done, [{ table: 'tasks', row }]);

  const { engine } = await tabOf(name);
  expect(await engine.load()).toBeNull();
  expect(engine.status).toMatchObject({ phase: 'ready', isPartial: true });
  expect(engine.rows('tasks')).toMatchObject([{ title: 'Read' }]);
});
