import { useEffect, useEffectEvent, type RefObject } from 'react';
import { addDays } from '#domain/dates.ts';
import { dateActions } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today } from '../../lib/clock.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { followTask } from './row-transitions.ts';
import type { TaskActions } from './task-actions.tsx';

type Area = RefObject<HTMLElement | null>;
type TaskOf = (uid: string) => TaskRow | undefined;

const ROW = '[data-task]';
const BOX = '[data-control=checkbox]';

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
}

/** The row with the focus, and its task. */
function focusedRow(taskOf: TaskOf) {
  const row = rowOf(document.activeElement);
  const task = taskOf(row?.dataset['task'] ?? '');
  return row && task ? { row, task } : null;
}

/** Moves the focus from row to row over all lists, or to the first task that is due today. */
function goToRow(area: Area, step: 1 | -1): boolean {
  const rows = [...(area.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const current = rowOf(document.activeElement);
  const first = rows.find((row) => row.closest('[data-panel=dueToday]')) ?? rows[0];
  const next = current ? rows[rows.indexOf(current) + step] : step === 1 ? first : undefined;
  next?.querySelector<HTMLElement>(BOX)?.focus();
  return next !== undefined;
}

/** Moves the focus from one control of a row to the next. */
function goAlong(row: HTMLElement, step: 1 | -1): void {
  const controls = [...row.querySelectorAll<HTMLElement>('[data-control]')];
  const current = controls.findIndex((control) => control === document.activeElement);
  controls[current + step]?.focus();
}

/** Whether a task is being dragged by keyboard, which uses the arrow keys. */
function isDragging(): boolean {
  return document.activeElement?.getAttribute('aria-pressed') === 'true';
}

/**
 * The keyboard in task lists: one tab stop per list, arrow keys inside, and single keys for frequent
 * actions. Arrows, Enter and Delete work also if single keys are switched off.
 */
export function useRowKeys(area: Area, taskOf: TaskOf, actions: TaskActions): void {
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const focused = focusedRow(taskOf);
    if (!focused || isDragging() || event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, task } = focused;
    const isOnBox = document.activeElement?.matches(BOX) ?? false;
    const acts: Record<string, (() => unknown) | undefined> = {
      ArrowDown: () => goToRow(area, 1),
      ArrowUp: () => goToRow(area, -1),
      ArrowRight: () => goAlong(row, 1),
      ArrowLeft: () => goAlong(row, -1),
      Delete: () => actions.askToDelete(task, row),
      Enter: isOnBox ? () => actions.edit(task) : undefined,
    };
    const act = acts[event.key];
    if (!act || !area.current?.contains(row)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = area.current?.closest('main');
    const listener = (event: KeyboardEvent) => onArrow(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [area]);

  /** Acts on the focused task, if there is one and `can` allows it. */
  const withTask =
    (act: (task: TaskRow) => void, can = (_task: TaskRow) => true) =>
    () => {
      const focused = focusedRow(taskOf);
      if (!focused || isDragging() || !can(focused.task)) return false;
      act(focused.task);
      return true;
    };
  const moving = (act: (task: TaskRow) => void) => (task: TaskRow) => {
    followTask(task.uid, 'checkbox');
    act(task);
  };
  const canShift = (task: TaskRow) => dateActions(task, today()).canShift;
  useShortcuts('Tasks', [
    { keys: ['ArrowDown', 'ArrowUp'], label: 'Next or previous task' },
    { keys: 'Space', label: 'Complete the task' },
    { keys: 'Enter', label: 'Open the task' },
    { keys: 'Delete', label: 'Delete the task' },
    { keys: 'j', label: 'Next task', repeats: true, run: () => goToRow(area, 1) },
    { keys: 'k', label: 'Previous task', repeats: true, run: () => goToRow(area, -1) },
    { keys: 'e', label: 'Edit the task', run: withTask(actions.edit) },
    {
      keys: 't',
      label: 'Move the task to today',
      run: withTask(
        moving(actions.moveToToday),
        (task) => dateActions(task, today()).canMoveToToday,
      ),
    },
    {
      keys: ['+', '='],
      label: 'Move the task forward one day',
      run: withTask(
        moving((task) => actions.shift(task, 1)),
        canShift,
      ),
    },
    {
      keys: '-',
      label: 'Move the task back one day',
      run: withTask(
        moving((task) => actions.shift(task, -1)),
        canShift,
      ),
    },
  ]);
}

/** Pixels until a touch becomes a swipe, and until the swipe takes effect. */
const BEGIN = 12;
const ENOUGH = 72;

/** Swipes on rows: to the right completes the task, to the left moves it to tomorrow. */
export function useRowSwipes(area: Area, taskOf: TaskOf, actions: TaskActions): void {
  const swiped = useEffectEvent((uid: string, distance: number) => {
    const task = taskOf(uid);
    if (!task || task.completed || Math.abs(distance) < ENOUGH) return;
    if (distance > 0) actions.complete(task, true);
    else actions.move([task], addDays(today(), 1));
  });
  useEffect(() => {
    const element = area.current?.closest('main');
    if (!element) return undefined;
    const stop = new AbortController();
    let finger: { row: HTMLElement; x: number; y: number; distance: number } | null = null;
    const end = () => {
      if (!finger) return;
      const { row, distance } = finger;
      finger = null;
      row.style.removeProperty('--swipe');
      delete row.dataset['swipe'];
      swiped(row.dataset['task'] ?? '', distance);
    };
    const on = (
      type: 'pointerdown' | 'pointermove' | 'pointerup',
      act: (event: PointerEvent) => void,
    ) => element.addEventListener(type, act, { signal: stop.signal });
    on('pointerdown', (event) => {
      const row = rowOf(event.target);
      const isHandle =
        event.target instanceof Element && event.target.closest('[data-control=drag]');
      if (event.pointerType !== 'touch' || !row || isHandle) return;
      finger = { row, x: event.clientX, y: event.clientY, distance: 0 };
    });
    on('pointermove', (event) => {
      // A finger that has picked a row up drags it.
      if (!finger || document.querySelector('[data-dragged]')) return;
      const across = event.clientX - finger.x;
      const isSwipe =
        Math.abs(across) > BEGIN && Math.abs(across) > 2 * Math.abs(event.clientY - finger.y);
      if (!isSwipe && finger.distance === 0) return;
      finger.distance = across;
      finger.row.style.setProperty('--swipe', `${across}px`);
      finger.row.dataset['swipe'] = across > 0 ? 'Done' : 'Tomorrow';
    });
    on('pointerup', end);
    // The browser scrolls instead.
    element.addEventListener(
      'pointercancel',
      () => {
        if (finger) finger.distance = 0;
        end();
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [area]);
}
