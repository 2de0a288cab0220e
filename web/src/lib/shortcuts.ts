import { useEffect, useRef, type RefObject } from 'react';
import { Store, useStore } from './store.ts';

export type Shortcut = {
  /**
   * Keys as `KeyboardEvent.key` names them: `n`, `/`, `+`, `Delete`; `g t` is one after the other,
   * `mod+z` Ctrl or Cmd with it. Several ways to do the same: a list.
   */
  keys: string | readonly string[];
  /** What it does, as the dialog of `?` lists it. */
  label: string;
  /** False where there was nothing to do. */
  run: (event: KeyboardEvent) => unknown;
  /** A key that is held down does it again and again. */
  repeats?: boolean;
};

/** The shortcuts of one place, as long as it is on the screen. */
type Scope = {
  name: string;
  list: () => readonly Shortcut[];
  /** Only while the focus is in it. */
  within: RefObject<HTMLElement | null> | undefined;
};

/** Milliseconds in which the second key of a sequence has to follow. */
const SEQUENCE_TIME = 1500;

/** In which letters are text, or choose something. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox]';
/** What is open above the screen has its own keys. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

const scopes = new Store<readonly Scope[]>([]);
const areOn = new Store(false);

/** Switches single keys on or off as a whole (WCAG 2.1.4); those with Ctrl or Cmd stay. */
export const setSingleKeys = areOn.set.bind(areOn);

/** The shortcuts at this moment, of the innermost place first. */
export function useActiveShortcuts(): readonly Scope[] {
  return useStore(scopes, (list) => list);
}

/**
 * Shortcuts of a place, listed by `?` under its name:
 *
 *     useShortcuts('Tasks', [{ keys: ['j', 'ArrowDown'], label: 'Next task', run: next }], list);
 *
 * Where two places have the same key, the one that came last has it.
 */
export function useShortcuts(
  name: string,
  shortcuts: readonly Shortcut[],
  within?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const scope = { name, within, list: () => latest.current };
    scopes.set([scope, ...scopes.get()]);
    return () => scopes.set(scopes.get().filter((other) => other !== scope));
  }, [name, within]);
}

/** The ways to press a shortcut, each a list of keys. */
export function waysOf({ keys }: Pick<Shortcut, 'keys'>): string[][] {
  return [keys].flat().map((way) => way.split(' '));
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>;

/** The key as shortcuts name it; undefined for what is none, such as Shift alone or Alt with a key. */
export function keyOf(event: KeyPress): string | undefined {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (altKey || isComposing || key === 'Dead' || key === 'Unidentified') return undefined;
  // Layouts of other scripts: what the key is where it says Latin letters.
  const isForeign = key.length === 1 && key > '\u007f' && code.startsWith('Key');
  const letter = isForeign ? code.slice(3) : key;
  // Capitals are of those who hold Shift, not of Caps Lock.
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

/** What keys pressed one after the other do, the innermost place first, and whether more may follow. */
export function matchKeys(pressed: readonly string[], places: readonly Pick<Scope, 'list'>[]) {
  const starts = (way: string[]) => pressed.every((key, index) => way[index] === key);
  const matches = places.flatMap(({ list }) =>
    list().flatMap((shortcut) =>
      waysOf(shortcut)
        .filter(starts)
        .map((way) => ({ shortcut, isWhole: way.length === pressed.length })),
    ),
  );
  return {
    found: matches.find(({ isWhole }) => isWhole)?.shortcut,
    isBegun: matches.some(({ isWhole }) => !isWhole),
  };
}

/**
 * Listens for shortcuts, once for the page. Off while somebody types, while a dialog or menu is open,
 * and for single keys as a whole where the person wants none. Returns the way to stop.
 */
export function listenForShortcuts(): () => void {
  let pressed: string[] = [];
  let lastAt = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === undefined || event.defaultPrevented || isTyping(event.target)) return;
    if (['Shift', 'mod+Control', 'mod+Meta'].includes(key)) return;
    if (!areOn.get() && !key.startsWith('mod+')) return;
    const isSequence = event.timeStamp - lastAt < SEQUENCE_TIME;
    pressed = [...(isSequence ? pressed : []), key];
    lastAt = event.timeStamp;
    const reachable = scopes.get().filter((scope) => isReachable(scope, event.target));
    const { found, isBegun } = matchKeys(pressed, reachable);
    if (!isBegun) pressed = [];
    if (!found || (event.repeat && !found.repeats)) return;
    // What had nothing to do leaves the key to the browser.
    if (found.run(event) !== false) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
