import { Store, useStore } from './store.ts';

/** What somebody typed into one field, by the name that the field has on the screen. */
export type TypedText = { label: string; text: string };

/** Of this tab only, and only from a reload for an update to the load after it. */
const KEY = 'leftText';
/** Neither secrets nor what is quickly typed again. */
const FIELDS =
  'textarea, input:not([type=password], [type=search], [type=checkbox], [autocomplete=username], [autocomplete=one-time-code])';

type Field = HTMLInputElement | HTMLTextAreaElement;

const typedIn = new WeakSet<EventTarget>();
const left = new Store<readonly TypedText[]>([]);

function readLeft(): TypedText[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.removeItem(KEY);
    return Array.isArray(stored) ? stored.filter((entry) => isTypedText(entry)) : [];
  } catch (error) {
    console.warn('Text of before the reload could not be read.', error);
    return [];
  }
}

function isTypedText(entry: unknown): entry is TypedText {
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
export function hasTypedText(): boolean {
  return typedText().length > 0 || left.get().length > 0;
}

/** Forms that keep what is typed by themselves, and offer it themselves, say so. */
const KEPT_ELSEWHERE = '[data-keeps-text]';

/** What was typed into the fields of the page and is still there. */
function typedText(): TypedText[] {
  return [...document.querySelectorAll<Field>(FIELDS)]
    .filter((field) => typedIn.has(field) && field.value.trim() !== '')
    .filter((field) => !field.closest(KEPT_ELSEWHERE))
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

/**
 * Remembers which fields are typed into, and takes up what was left before a reload; returns the way
 * to stop.
 */
export function watchTyping(): () => void {
  const beforeReload = readLeft();
  if (beforeReload.length > 0) left.set(beforeReload);
  const stop = new AbortController();
  const remember = ({ target }: Event) => {
    if (target) typedIn.add(target);
  };
  document.addEventListener('input', remember, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** Before a screen is taken away that nobody left: what was typed there is offered afterwards. */
export function leaveTypedText(): void {
  left.set(typedText());
}

/** Offers texts that could not be kept where they were typed. */
export function offerText(texts: readonly TypedText[]): void {
  if (texts.length > 0) left.set([...left.get(), ...texts]);
}

/** The same for a reload of the page. */
export function leaveTypedTextForReload(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typedText()));
  } catch (error) {
    console.warn('Text could not be kept over the reload.', error);
  }
}

/** What was left behind, until it is dropped. */
export function useLeftText(): readonly TypedText[] {
  return useStore(left, (text) => text);
}

export function dropLeftText(): void {
  left.set([]);
}
