import { Store, useStore } from './store.ts';

/** What somebody typed into one field, by the name that the field has on the screen. */
export type RecoveredInput = { label: string; text: string };

/** Of this tab only, and only from a reload for an update to the load after it. */
const KEY = 'recoveredInput';
/** Neither secrets nor what is quickly typed again. */
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
    console.warn('Text of before the reload could not be read.', error);
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

/** Whether there is something on the page that was typed and is not saved. */
export function hasUnsavedInput(): boolean {
  return currentInput().length > 0 || recovered.get().length > 0;
}

/** Forms that keep what is typed by themselves, and offer it themselves, say so. */
const KEPT_ELSEWHERE = '[data-keeps-text]';

/** What was typed into the fields of the page and is still there. */
function currentInput(): RecoveredInput[] {
  return [...document.querySelectorAll<Field>(FIELDS)]
    .filter((field) => typedIn.has(field) && field.value.trim() !== '')
    .filter((field) => !field.closest(KEPT_ELSEWHERE))
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

/**
 * Remembers which fields are typed into, and takes up what was left before a reload; returns the way
 * to stop.
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

/** Before a screen is taken away that nobody left: what was typed there is offered afterwards. */
export function keepInput(): void {
  recovered.set(currentInput());
}

/** Offers texts that could not be kept where they were typed. */
export function offerInput(texts: readonly RecoveredInput[]): void {
  if (texts.length > 0) recovered.set([...recovered.get(), ...texts]);
}

/** The same for a reload of the page. */
export function keepInputForReload(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(currentInput()));
  } catch (error) {
    console.warn('Text could not be kept over the reload.', error);
  }
}

/** What was left behind, until it is dropped. */
export const recoveredInput = recovered.get;

/** The same, drawn again when it changes. */
export function useRecoveredInput(): readonly RecoveredInput[] {
  return useStore(recovered, (text) => text);
}

export function dropRecoveredInput(): void {
  recovered.set([]);
}
