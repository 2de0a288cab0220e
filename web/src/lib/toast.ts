/** What a toast says. `destructive` is for failures and stays assertive for screen readers. */
export type ToastInput = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One thing to do about it, such as 'Undo'. */
  action?: { label: string; onSelect: () => void };
};

/** A toast as the store keeps it: `open` turns false on dismissal, removal comes later. */
export type ToastEntry = ToastInput & { id: number; open: boolean };

/** At most one toast is visible at a time (spec section 9). */
export const TOAST_LIMIT = 1;
/** Milliseconds that a dismissed toast stays in the store (spec section 9). */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Milliseconds that a toast shows (spec section 9). */
export const TOAST_DURATION = 5000;

let entries: ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function publish(next: ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast from anywhere, inside React or not. A new one takes the place of the one before.
 * Returns its id for `dismissToast`.
 */
export function toast(input: ToastInput): number {
  lastId += 1;
  publish([{ ...input, id: lastId, open: true }, ...entries].slice(0, TOAST_LIMIT));
  return lastId;
}

/** Shows a failure: a destructive toast, titled 'Error' unless told otherwise (spec section 8). */
export function toastError(description: string, title = 'Error'): number {
  return toast({ title, description, variant: 'destructive' });
}

/** Closes a toast; it leaves the store after `TOAST_REMOVE_DELAY`. */
export function dismissToast(id: number): void {
  publish(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (removals.has(id)) return;
  const removal = setTimeout(() => {
    removals.delete(id);
    publish(entries.filter((entry) => entry.id !== id));
  }, TOAST_REMOVE_DELAY);
  removals.set(id, removal);
}

/** The toasts in the store, newest first; the same array until something changes. */
export function toastEntries(): ToastEntry[] {
  return entries;
}

/** Calls `listener` after every change; returns the way to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
