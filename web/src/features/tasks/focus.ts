/** The buttons of a row that can be looked for again; written to `data-control`. */
export type RowControl = 'checkbox' | 'title' | 'back' | 'forward' | 'today' | 'edit' | 'delete';

let wanted: { taskId: number; control: RowControl } | null = null;

/** A changed date moves a row to another panel: the row that is drawn there takes the focus. */
export function followTask(taskId: number, control: RowControl): void {
  wanted = { taskId, control };
}

/** Gives the focus to a row that `followTask` waits for, unless the user has gone elsewhere. */
export function takeFocus(taskId: number, row: HTMLElement): void {
  if (wanted?.taskId !== taskId) return;
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
 * Where the focus goes when a row is about to leave its list: to the same control of the next row,
 * else of the one before, else to the panel's heading.
 */
export function focusNeighbour(row: HTMLElement, control: RowControl): void {
  const neighbours = [row.nextElementSibling, row.previousElementSibling];
  const target = neighbours
    .map((neighbour) => neighbour?.querySelector<HTMLElement>(`[data-control="${control}"]`))
    .find((element) => element !== null && element !== undefined);
  const heading = row.closest('section')?.querySelector<HTMLElement>('h2');
  (target ?? heading)?.focus();
}
