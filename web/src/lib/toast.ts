import { OFFLINE_TEXT, statusOf, userMessage } from './errors.ts';
import { Store } from './store.ts';

/** What a toast says. `destructive` is for failures and stays assertive for screen readers. */
export type ToastInput = {
  title: string;
  description?: string;
  /** Why, if it is known. */
  reason?: string;
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

const entries = new Store<ToastEntry[]>([]);
let lastId = 0;
/** How many changes can be undone one after the other. */
const UNDO_LIMIT = 20;
/** The Undo of each toast where it was not pressed yet, the newest last. */
const undos: { id: number; run: () => void }[] = [];
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/**
 * Shows a toast, from inside React or outside. It replaces the one before.
 * Returns its id for `dismissToast`.
 */
export function toast(input: ToastInput): number {
  lastId += 1;
  const id = lastId;
  const { action } = input;
  const entry = { ...input, id, open: true };
  if (action?.label === 'Undo') {
    entry.action = { ...action, onSelect: () => undo(id) };
    undos.push({ id, run: action.onSelect });
    if (undos.length > UNDO_LIMIT) undos.shift();
  }
  entries.set([entry, ...entries.get()].slice(0, TOAST_LIMIT));
  return id;
}

/** Undoes what a toast reported, once. */
function undo(id: number): void {
  const index = undos.findIndex((one) => one.id === id);
  undos.splice(index, index < 0 ? 0 : 1).forEach(({ run }) => run());
}

/** Undoes the last change as its toast's Undo would, also after the toast; false if there is none. */
export function undoLast(): boolean {
  const last = undos.at(-1);
  if (!last) return false;
  dismissToast(last.id);
  undo(last.id);
  return true;
}

/** Call it when the person changes: nobody undoes what somebody else did in this browser. */
export function forgetUndos(): void {
  undos.length = 0;
}

/** Shows a failure: a destructive toast, titled 'Error' unless another title is given (spec section 8). */
export function toastError(description: string, title = 'Error'): number {
  return toast({ title, description, variant: 'destructive' });
}

/** Closes a toast; it leaves the store after `TOAST_REMOVE_DELAY`. */
export function dismissToast(id: number): void {
  entries.set(entries.get().map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (removals.has(id)) return;
  const removal = setTimeout(() => {
    removals.delete(id);
    entries.set(entries.get().filter((entry) => entry.id !== id));
  }, TOAST_REMOVE_DELAY);
  removals.set(id, removal);
}

/** Whether a toast is still shown. */
export function isToastOpen(id: number): boolean {
  return entries.get().some((entry) => entry.id === id && entry.open);
}

/** The toasts in the store, newest first; the same array until something changes. */
export const toastEntries = entries.get;

/** Calls a listener after every change; returns a function that stops it. */
export const subscribeToToasts = entries.subscribe;

/** Shows that something failed: the server's message if it wrote one for people, else `fallback`. */
export function toastFailure(error: unknown, fallback: string): void {
  console.error(fallback, error);
  toast({
    title: 'Error',
    description: userMessage(error, fallback),
    variant: 'destructive',
    ...(statusOf(error) === 0 && { reason: OFFLINE_TEXT }),
  });
}

/** For pages that are not served over https, where `navigator.clipboard` does not exist. */
function copyByCommand(text: string): boolean {
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', give, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  return isTaken;
}

/** Copies a text and says so; if the browser refuses, says what to do instead. */
export async function copyText(text: string): Promise<void> {
  try {
    if ('clipboard' in navigator) await navigator.clipboard.writeText(text);
    else if (!copyByCommand(text)) throw new Error('The browser took nothing.');
    toast({ title: 'Copied' });
  } catch (error) {
    console.warn('The browser refused to copy.', error);
    toastError('It could not be copied. Select the text and copy it yourself.');
  }
}
