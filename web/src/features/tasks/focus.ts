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
