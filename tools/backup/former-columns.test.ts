import { expect, test } from 'vitest';
import { nextOccurrenceUid } from '#domain/uid.ts';
import type { Rows } from '../fixture/rows.ts';
import { withFormerColumns } from './former-columns.ts';

const [A, B] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const table = (rows: Record<string, unknown>[]) => ({ columns: Object.keys(rows[0] ?? {}), rows });
const task = (id: number, set: object) => ({ id, user_id: 'ann', due_date: null, ...set });

const then: Rows = {
  'public.tasks': table([
    task(1, { sort_order: 0, spawned_by: null }),
    task(2, { sort_order: -2, spawned_by: null }),
    task(3, { sort_order: -1, spawned_by: 2 }),
  ]),
  'public.folders': table([
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
  ]),
  'public.notes': table([{ id: 1, folder_id: 2 }]),
};

const now = (change: {
  ranks?: (string | null)[];
  successor?: string;
  parent?: string | null;
}): Rows => {
  const { ranks = [null, 'a0', 'a1'], successor = nextOccurrenceUid(B), parent = A } = change;
  return {
    'public.tasks': table([
      task(1, { uid: A, rank: ranks[0] }),
      task(2, { uid: B, rank: ranks[1] }),
      task(3, { uid: successor, rank: ranks[2] }),
      task(4, { uid: crypto.randomUUID(), rank: 'Zz' }),
    ]),
    'public.folders': table([
      { id: 1, uid: A, parent_uid: null },
      { id: 2, uid: B, parent_uid: parent },
    ]),
    'public.notes': table([{ id: 1, uid: A, folder_uid: B }]),
  };
};
const compared = (rows: Rows) => {
  const made = withFormerColumns(rows, then);
  return ['public.tasks', 'public.folders', 'public.notes'].map((name) =>
    made[name]?.rows.slice(0, 3).map((row) => ({
      id: row['id'],
      order: row['sort_order'],
      refers: row['spawned_by'] ?? row['parent_id'] ?? row['folder_id'] ?? null,
    })),
  );
};

test('design §3: an upgrade that keeps order and references looks the same as before', () => {
  expect(compared(now({}))).toEqual(compared(then));
  expect(compared(then)[0]).toEqual([
    { id: 1, order: 2, refers: null },
    { id: 2, order: 0, refers: null },
    { id: 3, order: 1, refers: 2 },
  ]);
});

test.each([
  { ranks: [null, 'a1', 'a0'] },
  { ranks: ['Zy', 'a0', 'a1'] },
  { ranks: [null, null, null] },
  { successor: crypto.randomUUID() },
  { parent: null },
  { parent: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc' },
])('design §3: an upgrade that loses %o does not', (loss) => {
  expect(compared(now(loss))).not.toEqual(compared(then));
});
