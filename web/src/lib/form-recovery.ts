import { Store, useStore } from './store.ts';

/** What somebody typed into one field, with the field's label. */
export type RecoveredInput = { label: string; text: string };

/** In session storage, from a reload for an update to the load after it. */
const KEY = 'recoveredInput';
/** Neither secrets nor what is quickly retyped. */
const FIELDS =
  'textarea, input:not([type=password], [type=search], [type=checkbox], [autocomplete=username], [autocomplete=one-time-code])';

type Field = HTMLInputElement | HTMLTextAreaElement;

const typedIn = new WeakSet<EventTarget>();
const recovered = new Store<readonly RecoveredInput[]>([]);

function readKept(): RecoveredInput[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.removeItem(KEY);
    return Array.isArray(stored) ? stored.filter((entry) => isRecoveredInput(entry)) : [];
  } catch (error) {
    console.warn('The text from before the reload could not be read.', error);
    return [];
  }
}

function isRecoveredInput(entry: unknown): entry is RecoveredInput {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'label' in entry &&
    'text' in entry &&
    typeof entry.label === 'string' &&
    typeof entry.text === 'string'
  );
}

function labelOf(field: Field): string {
  return (
    field.labels?.[0]?.textContent.trim() || field.ariaLabel || field.placeholder || field.name
  );
}

/** Whether something on the page was typed and is not saved. */
export function hasUnsavedInput(): boolean {
  return currentInput().length > 0 || recovered.get().length > 0;
}

/** Marks forms that store and restore what is typed themselves. */
const KEPT_ELSEWHERE = '[data-keeps-text]';

/** What was typed into the page's fields and is still there. */
function currentInput(): RecoveredInput[] {
  return [...document.querySelectorAll<Field>(FIELDS)]
    .filter((field) => typedIn.has(field) && field.value.trim() !== '')
    .filter((field) => !field.closest(KEPT_ELSEWHERE))
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

/**
 * Remembers which fields are typed into, and offers what was typed before a reload; returns a
 * function that stops it.
 */
export function trackInput(): () => void {
  const beforeReload = readKept();
  if (beforeReload.length > 0) recovered.set(beforeReload);
  const stop = new AbortController();
  const remember = ({ target }: Event) => {
    if (target) typedIn.add(target);
  };
  document.addEventListener('input', remember, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** Call it before a screen is taken away that nobody left: what was typed there is offered afterwards. */
export function keepInput(): void {
  recovered.set(currentInput());
}

/** Offers texts that could not be saved. */
export function offerInput(texts: readonly RecoveredInput[]): void {
  if (texts.length > 0) recovered.set([...recovered.get(), ...texts]);
}

/** `keepInput` for a reload of the page. */
export function keepInputForReload(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(currentInput()));
  } catch (error) {
    console.warn('Text could not be kept over the reload.', error);
  }
}

/** What is offered, until it is dropped. */
export const recoveredInput = recovered.get;

/** The same as a hook. */
export function useRecoveredInput(): readonly RecoveredInput[] {
  return useStore(recovered, (text) => text);
}

export function dropRecoveredInput(): void {
  recovered.set([]);
}
