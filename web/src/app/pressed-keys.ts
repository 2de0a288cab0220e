import { scopes, type Scope, type Shortcut } from '../lib/shortcuts.ts';

/** Milliseconds in which the second key of a sequence has to follow. */
const SEQUENCE_TIME = 1500;

/** Elements that take letters themselves. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox]';
/** Open above the screen, these have their own keys. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** The ways to press a shortcut, each a list of keys. */
export function waysOf({ keys }: Pick<Shortcut, 'keys'>): string[][] {
  return [keys].flat().map((way) => way.split(' '));
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>;

/** The key as shortcuts name it; undefined for keys that no shortcut has, such as Alt with a key. */
export function keyOf(event: KeyPress): string | undefined {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (altKey || isComposing || key === 'Dead' || key === 'Unidentified') return undefined;
  // On a layout of another script: the Latin letter of that key.
  const isForeign = key.length === 1 && key > '\u007f' && code.startsWith('Key');
  const letter = isForeign ? code.slice(3) : key;
  // Only Shift makes a capital, Caps Lock does not.
  const name = letter.length === 1 && !shiftKey ? letter.toLowerCase() : letter;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

/** Whether what has the focus takes keys itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

function isReachable({ within }: Scope, target: EventTarget | null): boolean {
  const layer = [...document.querySelectorAll(LAYERS)].at(-1);
  const place = within?.current;
  if (within && !(target instanceof Node && place?.contains(target))) return false;
  return !layer || place?.closest(LAYERS) === layer;
}

/** The shortcut of a key sequence, the innermost scope first, and whether it begins a longer one. */
export function matchKeys(pressed: readonly string[], places: readonly Pick<Scope, 'list'>[]) {
  const starts = (way: string[]) => pressed.every((key, index) => way[index] === key);
  const matches = places.flatMap(({ list }) =>
    list().flatMap(({ run, ...shortcut }) =>
      (run ? waysOf(shortcut) : [])
        .filter(starts)
        .map((way) => ({ shortcut: { ...shortcut, run }, isWhole: way.length === pressed.length })),
    ),
  );
  return {
    found: matches.find(({ isWhole }) => isWhole)?.shortcut,
    isPartial: matches.some(({ isWhole }) => !isWhole),
  };
}

/**
 * Listens for shortcuts, once for the page. Off while somebody types and while a dialog or menu is
 * open; single keys can be switched off (WCAG 2.1.4). Returns a function that stops it.
 */
export function listenForShortcuts({ areSingleKeysOn }: { areSingleKeysOn: boolean }): () => void {
  let pressed: string[] = [];
  let lastAt = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === undefined || event.defaultPrevented) return;
    const isTyped = isTyping(event.target);
    if (['Shift', 'mod+Control', 'mod+Meta'].includes(key)) return;
    if (!areSingleKeysOn && !key.startsWith('mod+')) return;
    const isSequence = event.timeStamp - lastAt < SEQUENCE_TIME;
    pressed = [...(isSequence && !isTyped ? pressed : []), key];
    lastAt = event.timeStamp;
    const reachable = scopes.get().filter((scope) => isReachable(scope, event.target));
    const { found, isPartial } = matchKeys(pressed, reachable);
    if (!isPartial || isTyped) pressed = [];
    if (isTyped && !found?.whileTyping) return;
    if (!found || (event.repeat && !found.repeats)) return;
    // A shortcut that did nothing leaves the key to the browser.
    if (found.run?.(event) !== false) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
