import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { whenIdle } from '../lib/later.ts';
import { openPalette, palette, useShortcuts } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { forgetUndos, undoLast } from '../lib/toast.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { listenForShortcuts } from './pressed-keys.ts';

const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

const Palette = lazyDialog(async () => (await import('./palette/palette.tsx')).Palette);

/** Focuses the first visible search field; without one, opens the search over everything. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('input[type=search]');
  const field = [...fields].find((one) => one.checkVisibility());
  if (field) field.focus();
  else openPalette();
}

const MODIFIERS = ['Control', 'Meta', 'Shift', 'Alt'];

/**
 * Sets `data-used` of the root to `pointer` or `keys`, whichever was used last. When menus and dialogs
 * move the focus, browsers show a ring even after a click; styles/index.css hides it.
 */
function useLastUsed(): void {
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const { dataset } = document.documentElement;
    addEventListener('pointerdown', () => (dataset['used'] = 'pointer'), options);
    addEventListener(
      'keydown',
      ({ key }) => {
        if (!MODIFIERS.includes(key)) dataset['used'] = 'keys';
      },
      options,
    );
    return () => stop.abort();
  }, []);
}

/** The shortcuts of every screen, while somebody is signed in. */
export function Keyboard({ areOn }: { areOn: boolean }) {
  const navigate = useNavigate();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const isPaletteOpen = useStore(palette, (isOpen) => isOpen);
  useEffect(() => listenForShortcuts({ areSingleKeysOn: areOn }), [areOn]);
  useLastUsed();
  useEffect(() => forgetUndos, []);
  // Preloaded, so that what is typed right after its key is not lost.
  useEffect(
    () =>
      whenIdle(() => {
        Palette.preload().catch((error: unknown) => {
          console.warn('The palette could not be preloaded; its key tries again.', error);
        });
      }),
    [],
  );
  useShortcuts('Everywhere', [
    { keys: 'g t', label: 'Go to Tasks', run: () => void navigate('/') },
    { keys: 'g c', label: 'Go to Contacts', run: () => void navigate('/contacts') },
    { keys: 'g n', label: 'Go to Notes', run: () => void navigate('/notes') },
    { keys: 'g s', label: 'Go to Settings', run: () => void navigate('/settings') },
    { keys: 'mod+k', label: 'Search everything', run: openPalette, whileTyping: true },
    { keys: '/', label: 'Search', run: focusSearch },
    { keys: 'mod+z', label: 'Undo the last change', run: undoLast },
    { keys: '?', label: 'Show all keys', run: () => setIsHelpOpen(true) },
  ]);
  return (
    <>
      {isHelpOpen ? <ShortcutsDialog onClose={() => setIsHelpOpen(false)} /> : null}
      {isPaletteOpen ? <Palette onClose={() => palette.set(false)} /> : null}
    </>
  );
}
