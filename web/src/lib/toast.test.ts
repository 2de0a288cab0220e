import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dismissToast,
  forgetUndos,
  subscribeToToasts,
  toast,
  TOAST_REMOVE_DELAY,
  toastEntries,
  toastError,
  undoLast,
} from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('§9 toast: at most one is kept, the newest', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  expect(toastEntries().map((entry) => entry.title)).toEqual(['Second']);
});

test('§8 toast: a failure is destructive and titled Error', () => {
  toastError('Failed to create task');
  expect(toastEntries()[0]).toMatchObject({
    title: 'Error',
    description: 'Failed to create task',
    variant: 'destructive',
  });
});

test('§9 toast: a dismissed one is closed at once and removed after the removal delay', () => {
  expect(TOAST_REMOVE_DELAY).toBe(1_000_000);
  const id = toast({ title: 'Going' });
  const seen = vi.fn<() => void>();
  const stop = subscribeToToasts(seen);
  dismissToast(id);
  expect(toastEntries()[0]).toMatchObject({ id, open: false });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
  expect(toastEntries()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastEntries()).toEqual([]);
  expect(seen).toHaveBeenCalledTimes(2);
  stop();
});

test('design §8 shortcuts: the last Undo is kept when its toast has gone, and done once', () => {
  const done: string[] = [];
  const undoable = (name: string) =>
    toast({ title: name, action: { label: 'Undo', onSelect: () => done.push(name) } });
  undoable('First');
  dismissToast(undoable('Second'));
  undoable('Third');
  // Pressed on the toast itself.
  toastEntries()[0]?.action?.onSelect();
  toast({ title: 'Later' });
  expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
  expect(done).toEqual(['Third', 'Second', 'First']);
  undoable('Of somebody else');
  forgetUndos();
  expect(undoLast()).toBe(false);
});
