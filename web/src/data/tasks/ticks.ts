import type { TaskRow } from '../../db/rows.ts';
import { Store, useStore } from '../../lib/store.ts';

type Tick = Pick<TaskRow, 'id' | 'completed'>;

const ticks = new Store<readonly Tick[]>([]);

/** Ticks or clears a task's box until the server has answered; returns the way to take that back. */
function addTick(tick: Tick): () => void {
  ticks.set([...ticks.get(), tick]);
  return () => ticks.set(ticks.get().filter((other) => other !== tick));
}

/** Whether a task's box is ticked, which it is before the task has moved to its new panel. */
export function useTick({ id, completed }: TaskRow): boolean {
  return useStore(ticks, (all) => all.findLast((tick) => tick.id === id)?.completed ?? completed);
}

/**
 * Ticks a task's box in the very next picture, and lets `move` follow after that: with thousands of
 * tasks their lists take longer. `move` returns the way to take it back, as this does for both.
 */
export function tickThenMove(tick: Tick, move: () => () => void): () => void {
  const clear = addTick(tick);
  let isOver = false;
  let moveBack: (() => void) | undefined;
  const follow = () => {
    if (!isOver) moveBack = move();
  };
  // A hidden tab draws no pictures.
  if (document.hidden) follow();
  else requestAnimationFrame(() => setTimeout(follow));
  return () => {
    isOver = true;
    clear();
    moveBack?.();
  };
}
