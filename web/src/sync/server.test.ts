import { expect, test } from 'vitest';
import { parsePulled, parsePushed } from './server.ts';

const task = { table: 'tasks', row: { uid: 'a', rev: 3 } };
const page = { history: 'h', rev: 4, fresh: false, begins: false, more: true, rows: [task] };

test('design §5 pull: rows of tables that only a newer version knows are left out, and the cursor passes them', () => {
  const unknown = { table: 'projects', row: { uid: 'b', rev: 4 } };
  expect(parsePulled({ ...page, rows: [task, unknown] })).toEqual({
    ...page,
    rows: [task],
    last: unknown.row,
  });
  expect(parsePulled({ ...page, rows: [] }).last).toBeUndefined();
});

test.each([
  null,
  'no',
  [],
  { ...page, history: 7 },
  { ...page, rev: '4' },
  { ...page, more: undefined },
  { ...page, rows: {} },
  { ...page, rows: [{ table: 'tasks', row: { uid: 'a' } }] },
  { ...page, rows: [{ row: task.row }] },
])('design §5 pull: what is no page of changed rows is refused: %j', (value) => {
  expect(() => parsePulled(value)).toThrow('something else than changed rows');
});

test('design §5 push: each change is answered with its row, with the reason, or as gone', () => {
  const answers = [
    { uid: 'a', row: task.row },
    { uid: 'b', error: { code: '23505', message: 'taken' } },
    { uid: 'c', row: null },
  ];
  expect(parsePushed({ written_rev: null, answers }, 3).answers).toEqual(answers);
  expect(() => parsePushed({ written_rev: 3, answers }, 2)).toThrow('did not say what became');
  expect(() => parsePushed({ written_rev: '3', answers }, 3)).toThrow('did not say what became');
  const odd = { uid: 'a', error: { code: 7, message: 'odd' } };
  expect(() => parsePushed({ written_rev: null, answers: [odd] }, 1)).toThrow(
    'did not say what became',
  );
});
