import type { TaskRow } from '../../db/rows.ts';
import { Store, useStore } from '../../lib/store.ts';
import { focusNeighbour } from './focus.ts';

/** Milliseconds that rows of completed tasks stay where they are, after the last one. */
const REST = 600;
/** Milliseconds in which they fold away. */
const FOLD = 180;

/** A task as a list shows it: one that was just completed is still where it was. */
export type ShownTask = TaskRow & { ticked?: 'resting' | 'folding' };

/**
 * Tasks that were just completed, as they were before. Their rows stay, so that no other row moves
 * under a pointer that is about to click again, and then fold away together.
 */
const ticked = new Store<ReadonlyMap<string, ShownTask>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

export function keepTicked(task: TaskRow): void {
  ticked.set(new Map(ticked.get()).set(task.uid, { ...task, ticked: 'resting' }));
  clearTimeout(timer);
  timer = setTimeout(fold, REST);
}

export function forgetTicked(uid: string): void {
  const rest = new Map(ticked.get());
  if (rest.delete(uid)) ticked.set(rest);
}

function fold(): void {
  const folding = [...ticked.get().values()].map((task): ShownTask => ({
    ...task,
    ticked: 'folding',
  }));
  ticked.set(new Map(folding.map((task) => [task.uid, task])));
  setTimeout(() => {
    passFocusOn();
    ticked.set(new Map([...ticked.get()].filter(([, task]) => task.ticked === 'resting')));
  }, FOLD);
}

/** Moves the focus on if its row is about to be removed. */
function passFocusOn(): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticked=folding]');
  if (row) focusNeighbour(row, 'checkbox');
}

/** The tasks, with those that were just completed as they were before. */
export function useShownTasks(tasks: readonly TaskRow[]): readonly ShownTask[] {
  const kept = useStore(ticked, (all) => all);
  if (kept.size === 0) return tasks;
  return tasks.map((task) => (task.completed ? (kept.get(task.uid) ?? task) : task));
}
