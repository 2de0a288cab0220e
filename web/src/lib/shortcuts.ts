import { useEffect, useRef, type RefObject } from 'react';
import { Store } from './store.ts';

export type Shortcut = {
  /**
   * Keys as `KeyboardEvent.key` names them: `n`, `/`, `+`, `Delete`; `g t` is one after the other,
   * `mod+z` Ctrl or Cmd with it. Several ways to do the same: a list.
   */
  keys: string | readonly string[];
  /** What it does, as the dialog of `?` lists it. */
  label: string;
  /** False where there was nothing to do. Without it the focused element hears the key itself: it is only listed. */
  run?: (event: KeyboardEvent) => unknown;
  /** Also where somebody types; only for keys with Ctrl or Cmd. */
  whileTyping?: true;
  /** A key that is held down does it again and again. */
  repeats?: boolean;
};

/** The shortcuts of one place, as long as it is on the screen. */
export type Scope = {
  name: string;
  list: () => readonly Shortcut[];
  /** Only while the focus is in it. */
  within: RefObject<HTMLElement | null> | undefined;
};

/** The shortcuts at this moment, of the innermost place first. They are heard in app/pressed-keys.ts. */
export const scopes = new Store<readonly Scope[]>([]);

/** Whether the search over everything is open: by its key (app/keyboard.tsx) or a button of the frame. */
export const palette = new Store(false);
export const openPalette = () => palette.set(true);

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
