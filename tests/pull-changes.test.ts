import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { ANY, done, pull, push, type Pulled } from './support/changes.ts';

let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const task = (set: object = {}) =>
  done(ann, { table: 'tasks', uid: randomUUID(), create: true, set: { title: 'T', ...set } });
const uids = ({ rows }: Pulled) => rows.map(({ row }) => row.uid);
const longAgo = new Date(Date.now() - 61 * 86_400_000).toISOString();
const lately = new Date(Date.now() - 59 * 86_400_000).toISOString();

test('design §5 pull: a new device begins with everything it works with', async () => {
  const open = await task();
  const done59 = await task({ completed: true, completed_at: lately });
  const done61 = await task({ completed: true, completed_at: longAgo });
  const inTrash = await task();
  await done(ann, { table: 'tasks', uid: inTrash.uid, delete: true, seen: ANY });
  const others = await Promise.all(
    [
      ['categories', { name: 'C' }],
      ['contacts', { last_name: 'C' }],
      ['folders', { name: 'F' }],
      ['notes', { title: 'N', content: 'long '.repeat(1000), pinned: true }],
    ].map(([table, set]) => done(ann, { table, uid: randomUUID(), create: true, set })),
  );
  const first = await pull(ann);
  expect(first).toMatchObject({ begins: true, fresh: true, more: false });
  expect(uids(first).toSorted()).toEqual(
    [open, done59, inTrash, ...others].map(({ uid }) => uid).toSorted(),
  );
  expect(uids(first)).not.toContain(done61.uid);
  expect(first.rows.map(({ row }) => row.pinned)).toContain(true);
  // Column by column as in the answers to the changes.
  for (const row of [open, done59, ...others])
    expect(first.rows.find(({ row: { uid } }) => uid === row.uid)?.row).toEqual(row);
  expect(first.rev).toBe(Math.max(...first.rows.map(({ row }) => row.rev)));
  expect(JSON.stringify(first)).not.toContain('long long');
});

test('design §5 pull: a page has some megabytes at most, and what does not fit comes next', async () => {
  // Of what is as long as it may be: 300 of them are 6 MB.
  const long = Array.from({ length: 300 }, () => ({
    table: 'tasks',
    uid: randomUUID(),
    create: true,
    set: { title: 'Long', description: 'x'.repeat(20_000) },
  }));
  for (let at = 0; at < long.length; at += 100) await push(ann, ...long.slice(at, at + 100));
  const first = await pull(ann);
  expect(JSON.stringify(first).length).toBeLessThan(5_000_000);
  expect(first.more).toBe(true);
  const last = first.rows.at(-1)?.row;
  const second = await pull(ann, {
    history: first.history,
    since: last?.rev,
    after: last?.uid,
    is_fresh: true,
  });
  expect(second.more).toBe(false);
  expect([...uids(first), ...uids(second)].toSorted()).toEqual(
    long.map(({ uid }) => uid).toSorted(),
  );
});

test('design §5 pull: after that it costs what changed, not what there is', async () => {
  await push(
    ann,
    ...Array.from({ length: 300 }, (_, n) => ({
      table: 'tasks',
      uid: randomUUID(),
      create: true,
      set: { title: `${n}` },
    })),
  );
  const { history, rev: since } = await pull(ann);
  const nothing = await pull(ann, { history, since });
  expect(nothing).toEqual({
    history,
    rev: since,
    begins: false,
    fresh: false,
    more: false,
    rows: [],
  });
  const old = await task({ completed: true, completed_at: longAgo });
  const contact = { table: 'contacts', uid: randomUUID(), create: true, set: { city: 'Vienna' } };
  const added = await done(ann, contact);
  const gone = await done(ann, { table: 'tasks', uid: old.uid, delete: true, seen: ANY });
  const caught = await pull(ann, { history, since });
  expect(caught).toMatchObject({
    rev: since + 3,
    begins: false,
    rows: [
      { table: 'contacts', row: added },
      { table: 'tasks', row: gone },
    ],
  });
  expect(JSON.stringify(caught).length).toBeLessThan(20_000 / 5);
});

test.each([1, 2, 7, 100])(
  'design §5 pull: in pages of %i nothing is missed or told twice',
  async (page) => {
    const made = await push(
      ann,
      ...Array.from({ length: 25 }, (_, n) => ({
        table: ['tasks', 'notes'][n % 2],
        uid: randomUUID(),
        create: true,
        set: { title: `${n}` },
      })),
    );
    await task();
    for (const start of [{}, { history: (await pull(ann)).history, since: 0 }]) {
      const found: string[] = [];
      let answer = await pull(ann, { ...start, page });
      for (;;) {
        found.push(...uids(answer));
        const last = answer.rows.at(-1)?.row;
        if (!answer.more || !last) break;
        const { history, fresh } = answer;
        const cursor = { history, since: last.rev, after: last.uid, is_fresh: fresh };
        answer = await pull(ann, { ...cursor, page });
        expect(answer.begins).toBe(false);
      }
      expect(found).toHaveLength(26);
      expect(new Set(found)).toEqual(new Set([...found, ...made.map(({ uid }) => uid)]));
    }
  },
);

test('design §5 pull: a cursor of another history, or beyond the end, begins afresh', async () => {
  const { uid } = await task();
  const { history, rev } = await pull(ann);
  for (const cursor of [
    { history: randomUUID(), since: rev },
    { history: null, since: rev },
    { history, since: rev + 1 },
    { history, since: -1 },
    { history, since: null },
  ]) {
    const answer = await pull(ann, cursor);
    expect(answer, JSON.stringify(cursor)).toMatchObject({ begins: true, fresh: true, history });
    expect(uids(answer)).toEqual([uid]);
  }
});

test('design §5 pull: numbers become visible in their order, however many write at once', async () => {
  const { history, rev } = await pull(ann);
  let since = rev;
  const writing = new AbortController();
  const seen = new Map<string, number>();
  const read = async () => {
    const answer = await pull(ann, { history, since });
    for (const { row } of answer.rows) seen.set(row.uid, row.rev);
    since = answer.rev;
  };
  const reader = (async () => {
    while (!writing.signal.aborted) await read();
  })();
  const written = await Promise.all(Array.from({ length: 40 }, () => task()));
  writing.abort();
  await reader;
  await read();
  expect(seen).toEqual(new Map(written.map((row) => [row.uid, row.rev])));
  expect(new Set(written.map((row) => row.rev)).size).toBe(40);
});

test('design §5 pull: everybody has a history of their own', async () => {
  const bob = await actor('bob');
  await task();
  const [mine, theirs] = [await pull(ann), await pull(bob)];
  expect(theirs).toMatchObject({ rev: 0, rows: [], begins: true });
  expect(theirs.history).not.toBe(mine.history);
  const stolen = await pull(bob, { history: mine.history, since: 0 });
  expect(stolen).toMatchObject({ begins: true, history: theirs.history, rows: [] });
});
