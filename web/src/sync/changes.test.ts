import { expect, test } from 'vitest';
import { joinable, joinChanges, nextToSend, type Change, type OutboxEntry } from './changes.ts';

const rename = (uid: string, name: string): Change => ({ table: 'categories', uid, set: { name } });

function entryOf(change: Change, fields: Partial<OutboxEntry> = {}): OutboxEntry {
  return { seq: 1, change, tab: 'tab', madeAt: 0, isSent: false, ...fields };
}

test.each<[string, OutboxEntry[], Change, boolean]>([
  ['one that waits', [entryOf(rename('a', 'B'))], rename('a', 'C'), true],
  [
    'one that may have been sent',
    [entryOf(rename('a', 'B'), { isSent: true })],
    rename('a', 'C'),
    false,
  ],
  ['another row', [entryOf(rename('b', 'B'))], rename('a', 'C'), false],
  [
    'a deletion',
    [entryOf({ table: 'categories', uid: 'a', delete: true, seen: 1 })],
    rename('a', 'C'),
    false,
  ],
  [
    'a creation before that of the folder it moves to',
    [
      entryOf({ table: 'notes', uid: 'n', create: true, set: { title: 'N' } }),
      entryOf({ table: 'folders', uid: 'f', create: true, set: { name: 'F' } }, { seq: 2 }),
    ],
    { table: 'notes', uid: 'n', set: { folder_uid: 'f' } },
    false,
  ],
])(
  'design §5 outbox: a change joins only what waits of its row: %s',
  (_case, waiting, change, joins) => {
    expect(joinable(waiting, change)).toBe(joins ? waiting[0] : undefined);
  },
);

test('design §5 outbox: of two changes that are joined the later wins column by column', () => {
  const first: Change = {
    table: 'notes',
    uid: 'n',
    create: true,
    set: { title: 'A', content: 'x' },
  };
  expect(joinChanges(first, { table: 'notes', uid: 'n', set: { title: 'B' } })).toEqual({
    ...first,
    set: { title: 'B', content: 'x' },
  });
});

test('design §5 push: what may have arrived goes alone, and one content of a note at a time', () => {
  const content = (text: string): Change => ({ table: 'notes', uid: 'n', set: { content: text } });
  const waiting = [content('a'), content('b'), rename('a', 'B')].map((change, seq) =>
    entryOf(change, { seq }),
  );
  const sent = waiting.map((entry, at) => ({ ...entry, isSent: at === 0 }));
  const seqs = (entries: OutboxEntry[]) => entries.map(({ seq }) => seq);
  expect(seqs(nextToSend(waiting, 10, 1000))).toEqual([0, 2]);
  expect(seqs(nextToSend(waiting, 1, 1000))).toEqual([0]);
  expect(seqs(nextToSend(waiting, 10, 1))).toEqual([0]);
  expect(seqs(nextToSend(sent, 10, 1000))).toEqual([0]);
});
