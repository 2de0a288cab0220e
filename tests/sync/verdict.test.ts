import { expect, test } from 'vitest';
import type { Change } from '../../web/src/sync/changes.ts';
import type { Arrival, StoredRow } from './ledger.ts';
import { faultsOf, type Rows } from './verdict.ts';

const NOTE = '00000000-0000-4000-8000-000000000001';
const TASK = '00000000-0000-4000-8000-000000000002';

const row = (uid: string, fields: Partial<StoredRow> = {}): StoredRow => ({
  uid,
  rev: 9,
  deleted_at: null,
  ...fields,
});

function arrival(
  device: string,
  rev: number,
  change: Change,
  fields?: Partial<StoredRow>,
): Arrival {
  const stored = row(change.uid, { rev, ...fields });
  const done = { row: stored, code: undefined, isRepeated: false };
  return { device, seq: rev, rev, writtenRev: rev, change, ...done };
}

const made = [
  arrival('phone', 1, { table: 'tasks', uid: TASK, create: true, set: { title: 'a' } }),
  arrival('phone', 1, { table: 'notes', uid: NOTE, create: true, set: { content: 'one' } }),
];

/** How a history is judged that ends with these rows after these changes. */
function judged(arrivals: Arrival[], stored: Partial<Rows>, text = 'one'): string[] {
  const tasks = [row(TASK, { title: 'a' })];
  const notes = [row(NOTE)];
  return faultsOf({
    arrivals: [...made, ...arrivals],
    stored: { categories: [], contacts: [], folders: [], tasks, notes, ...stored },
    texts: new Map([[NOTE, text]]),
    chosen: new Set(),
  });
}

test('histories: the judge finds nothing where there is nothing', () => {
  expect(judged([], {})).toEqual([]);
});

test('histories: the judge finds a field that is lost, and accepts one that was set later', () => {
  const early = arrival('phone', 2, { table: 'tasks', uid: TASK, set: { title: 'b' } });
  const late = arrival('laptop', 3, { table: 'tasks', uid: TASK, set: { title: 'c' } });
  expect(judged([early], {})).toHaveLength(1);
  expect(judged([early, late], { tasks: [row(TASK, { title: 'b' })] })).toHaveLength(1);
  expect(judged([early, late], { tasks: [row(TASK, { title: 'c' })] })).toEqual([]);
});

test('histories: the judge does not say when something was done of which a server that died has told nobody', () => {
  const early = arrival('phone', 2, { table: 'tasks', uid: TASK, set: { title: 'b' } });
  const repeated = { ...early, rev: 9, isRepeated: true };
  expect(judged([repeated], { tasks: [row(TASK, { title: 'c' })] })).toEqual([]);
  expect(judged([repeated], { tasks: [] })).toHaveLength(1);
});

test('histories: the judge finds a word that is lost or there twice', () => {
  const set = { content: 'one two' };
  const written = arrival('phone', 2, { table: 'notes', uid: NOTE, set, base: 1 });
  expect(judged([written], {}, 'one')).toHaveLength(1);
  expect(judged([written], {}, 'one two two')).toHaveLength(1);
  expect(judged([written], {}, 'one two')).toEqual([]);
});

test('histories: the judge finds rows that are missing, doubled, deleted by nobody or still there', () => {
  const gone = { deleted_at: '2026-11-22T00:00:00Z' };
  const erased = arrival('phone', 2, { table: 'tasks', uid: TASK, delete: true, seen: 1 }, gone);
  expect(judged([], { tasks: [] })).toHaveLength(1);
  expect(judged([], { contacts: [row('00000000-0000-4000-8000-000000000003')] })).toHaveLength(1);
  expect(judged([], { tasks: [row(TASK, { title: 'a', ...gone })] })).toHaveLength(1);
  expect(judged([erased], {})).toHaveLength(1);
  expect(judged([erased], { tasks: [row(TASK, { title: 'a', ...gone })] })).toEqual([]);
});

test('histories: the judge finds a deletion of what its device had not seen', () => {
  const gone = { deleted_at: '2026-11-22T00:00:00Z' };
  const typed = arrival('laptop', 2, { table: 'tasks', uid: TASK, set: { title: 'b' } });
  const deleted = arrival('phone', 3, { table: 'tasks', uid: TASK, delete: true, seen: 1 }, gone);
  const tasks = [row(TASK, { title: 'b', ...gone })];
  expect(judged([typed, deleted], { tasks })).toHaveLength(1);
  const seen = { ...deleted, change: { ...deleted.change, seen: 2 } as Change };
  expect(judged([typed, seen], { tasks })).toEqual([]);
  // A third device had deleted it meanwhile: this one's deletion did nothing.
  const theirs = { ...seen, device: 'tablet' };
  expect(judged([typed, theirs, { ...deleted, writtenRev: null }], { tasks })).toEqual([]);
  // And so when its request renamed the category of the deleted task.
  const renamed = arrival('phone', 4, deleted.change, gone);
  expect(judged([typed, theirs, renamed], { tasks })).toEqual([]);
  const again = { ...renamed, row: row(TASK, { rev: 4, deleted_at: '2026-11-22T00:00:01Z' }) };
  const later = [row(TASK, { title: 'b', ...again.row })];
  expect(judged([typed, theirs, again], { tasks: later })).toHaveLength(1);
});
