import type { Active, Over } from '@dnd-kit/core';
import { expect, test } from 'vitest';
import { announcements } from './sortable.tsx';

const rect = { width: 0, height: 0, top: 0, left: 0, right: 0, bottom: 0 };
const active = (id: string): Active => ({
  id,
  data: { current: undefined },
  rect: { current: { initial: null, translated: null } },
});
const tasks = [
  { uid: 'one', title: 'One' },
  { uid: 'two', title: 'Two' },
];
const over = (id: string): Over => ({ id, rect, disabled: false, data: { current: undefined } });

test('spec §4 drag and drop: every step is said with title and position', () => {
  const say = announcements(tasks, 'Due Today', { isPickedUp: false });
  expect(say.onDragStart({ active: active('one') })).toBe(
    'Picked up One, position 1 of 2 in Due Today.',
  );
  expect(say.onDragOver({ active: active('one'), over: over('one') })).toBeUndefined();
  expect(say.onDragOver({ active: active('one'), over: over('two') })).toBe(
    'One is over position 2 of 2 in Due Today.',
  );
  expect(say.onDragOver({ active: active('one'), over: null })).toBe(
    'One is over no place of the list.',
  );
  expect(say.onDragEnd({ active: active('one'), over: over('two') })).toBe(
    'One was dropped at position 2 of 2 in Due Today.',
  );
  expect(say.onDragCancel({ active: active('one'), over: null })).toBe('Moving One was cancelled.');
});

test('spec §4 drag and drop: a list that changes while a task is picked up does not talk over that', () => {
  const step = { isPickedUp: false };
  announcements(tasks, 'Due Today', step).onDragStart({ active: active('one') });
  const say = announcements(tasks.toReversed(), 'Due Today', step);
  expect(say.onDragOver({ active: active('one'), over: over('one') })).toBeUndefined();
  expect(say.onDragOver({ active: active('one'), over: over('two') })).toBe(
    'One is over position 1 of 2 in Due Today.',
  );
  expect(say.onDragOver({ active: active('one'), over: over('one') })).toBe(
    'One is over position 2 of 2 in Due Today.',
  );
});
