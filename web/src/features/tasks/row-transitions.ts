import type { TaskRow } from '../../db/rows.ts';
import { Store, useStore } from '../../lib/store.ts';

// What a row does when its task leaves its place in a list: the focus goes along or to a neighbour, a
// moved row slides to where it is now, and a completed one rests before it folds away.

/** The controls of a row that can get the focus back, as in `data-control`. */
export type RowControl =
  | 'drag'
  | 'checkbox'
  | 'title'
  | 'back'
  | 'forward'
  | 'today'
  | 'edit'
  | 'delete'
  | 'priority'
  | 'category'
  | 'more';

let wanted: { taskUid: string; control: RowControl } | null = null;

/** A changed date moves a row to another panel: the row that is rendered there takes the focus. */
export function followTask(taskUid: string, control: RowControl): void {
  wanted = { taskUid, control };
}

/** For a list whose rows are about to be replaced: the new row takes the focus of the old one. */
export function followFocus(list: HTMLElement | null): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !list?.contains(activeElement)) return;
  const taskUid = activeElement.closest<HTMLElement>('[data-task]')?.dataset.task;
  const control = activeElement.dataset.control as RowControl | undefined;
  if (taskUid && control) followTask(taskUid, control);
}

/** Focuses a row that `followTask` waits for, unless the person has moved the focus elsewhere. */
export function takeFocus(taskUid: string, row: HTMLElement): void {
  if (wanted?.taskUid !== taskUid) return;
  const isElsewhere =
    document.activeElement !== document.body && !row.contains(document.activeElement);
  const { control } = wanted;
  wanted = null;
  if (isElsewhere) return;
  const target =
    row.querySelector<HTMLElement>(`[data-control="${control}"]`) ??
    row.querySelector<HTMLElement>('[data-control="title"]');
  target?.focus();
}

/**
 * Where the focus goes when a row leaves its list: the same control of the next row, else of the one
 * before, else the panel's heading.
 */
function neighbourOf(row: HTMLElement, control: RowControl): HTMLElement | null {
  const rows = [
    ...(row.closest('section')?.querySelectorAll('[data-task]:not([data-ticked])') ?? []),
  ];
  const isAfter = (other: Element) =>
    (row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = rows.find(isAfter) ?? rows.findLast((other) => other !== row);
  const target = next?.querySelector<HTMLElement>(`[data-control="${control}"]`);
  if (target) return target;
  return row.closest('section')?.querySelector<HTMLElement>('h2') ?? null;
}

/** Moves the focus on before a row leaves its list. */
export function focusNeighbour(row: HTMLElement, control: RowControl): void {
  neighbourOf(row, control)?.focus();
}

/**
 * The same for a row that is deleted by a dialog: the returned function moves the focus on once the
 * dialog has closed and the row, which would get the focus back, is gone.
 */
export function focusNeighbourLater(row: HTMLElement, control: RowControl): () => void {
  const target = neighbourOf(row, control);
  return () => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) target?.focus();
      }),
    );
  };
}

/** Milliseconds of a slide, as `--motion-slow`. */
const SLIDE = 240;
/** Milliseconds after which a row that is rendered no longer slides. */
const WAIT = 1000;

type Place = { left: number; top: number; at: number };

/** The positions of rows that are about to move, by the uids of their tasks. */
const places = new Map<string, Place>();

/** Remembers where rows are before their tasks get another day. `from` is the dragged copy of a row. */
export function leavePlace(uids: readonly string[], from?: Element | null): void {
  for (const uid of uids) {
    const rows = [...document.querySelectorAll(`[data-task="${uid}"]`)];
    // A task may be in two panels: the row that was used is the one that moves.
    const row = from ?? rows.find((one) => one.matches(':hover, :focus-within')) ?? rows[0];
    if (!row) continue;
    const { left, top } = row.getBoundingClientRect();
    places.set(uid, { left, top, at: performance.now() });
  }
}

/** Animates a new row from where its task was before. */
export function slideIn(uid: string, row: HTMLElement | null | undefined): void {
  const place = places.get(uid);
  if (!place || !row) return;
  places.delete(uid);
  const isLate = performance.now() - place.at > WAIT;
  if (isLate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top } = row.getBoundingClientRect();
  const from = `translate(${place.left - left}px, ${place.top - top}px)`;
  const steps = [{ transform: from }, { transform: 'none' }];
  const slide = row.animate(steps, { duration: SLIDE, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
  // Above other rows meanwhile. Not part of the animation, which would leave the compositor then.
  row.style.zIndex = '10';
  const end = () => row.style.removeProperty('z-index');
  slide.addEventListener('finish', end);
  slide.addEventListener('cancel', end);
}

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
