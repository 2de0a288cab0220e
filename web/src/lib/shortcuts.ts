import { useEffect, useRef, type RefObject } from 'react';
import { Store } from './store.ts';

/** Whether keys are written as on Apple's keyboards. */
export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '');

export type Shortcut = {
  /**
   * Keys as `KeyboardEvent.key` names them: `n`, `/`, `+`, `Delete`; `g t` is one after the other,
   * `mod+z` Ctrl or Cmd with it. Several ways to do the same: a list.
   */
  keys: string | readonly string[];
  /** What it does, as the dialog of `?` lists it. */
  label: string;
  /** Returns false if there was nothing to do. Left out where the focused element handles the key itself. */
  run?: (event: KeyboardEvent) => unknown;
  /** Works in text fields, too; only for keys with Ctrl or Cmd. */
  whileTyping?: true;
  /** Repeats while the key is held down. */
  repeats?: boolean;
};

/** The shortcuts of one part of the screen, as long as it is mounted. */
export type Scope = {
  name: string;
  list: () => readonly Shortcut[];
  /** Only while the focus is in it. */
  within: RefObject<HTMLElement | null> | undefined;
};

/** The current shortcuts, the innermost scope first. app/pressed-keys.ts listens for them. */
export const scopes = new Store<readonly Scope[]>([]);

/** Whether the palette is open: by its key (app/keyboard.tsx) or a button of the header. */
export const palette = new Store(false);
export const openPalette = () => palette.set(true);

/**
 * Adds the shortcuts of a part of the screen, which `?` lists under its name:
 *
 *     useShortcuts('Tasks', [{ keys: ['j', 'ArrowDown'], label: 'Next task', run: next }], list);
 *
 * If two scopes have the same key, the one that was mounted last has it.
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
