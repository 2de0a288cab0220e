import { expect, test } from 'vitest';
import { Pending } from './pending.ts';

const add = (text: string) => (rows: readonly string[]) => [...rows, text];
const shown = (pending: Pending<string>) =>
  pending.edits().reduce<readonly string[]>((rows, edit) => edit(rows), ['stored']);

test('design §5: changes are shown in their order, and each is taken back alone', () => {
  const pending = new Pending<string>();
  const takeBack = pending.add(add('first'));
  pending.add(add('second'));
  expect(shown(pending)).toEqual(['stored', 'first', 'second']);
  takeBack();
  expect(shown(pending)).toEqual(['stored', 'second']);
});

test('design §5: who watches hears of every change, until it stops', () => {
  const pending = new Pending<string>();
  let heard = 0;
  const stop = pending.subscribe(() => {
    heard += 1;
  });
  pending.add(add('first'))();
  stop();
  pending.add(add('second'));
  expect(heard).toBe(2);
});
