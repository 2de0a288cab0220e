import { expect, test } from 'vitest';
import type { Change } from './changes.ts';
import { layOver, noRows } from './overlay.ts';

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
