/** The buttons of a row that can be looked for again; written to `data-control`. */
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

/** A changed date moves a row to another panel: the row that is drawn there takes the focus. */
export function followTask(taskUid: string, control: RowControl): void {
  wanted = { taskUid, control };
}

/** For a list whose rows are about to be replaced: the new row of the focused one takes the focus. */
export function followFocus(list: HTMLElement | null): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !list?.contains(activeElement)) return;
  const taskUid = activeElement.closest<HTMLElement>('[data-task]')?.dataset.task;
  const control = activeElement.dataset.control as RowControl | undefined;
  if (taskUid && control) followTask(taskUid, control);
}

/** Gives the focus to a row that `followTask` waits for, unless the user has gone elsewhere. */
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

/** Hands the focus on before a row leaves its list. */
export function focusNeighbour(row: HTMLElement, control: RowControl): void {
  neighbourOf(row, control)?.focus();
}

/**
 * The same for a row that is about to go while a dialog has the focus: the returned function hands
 * it on once the dialog has closed and given the focus back to a row that is not there any more.
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
