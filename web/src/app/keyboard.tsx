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

/** Focuses the first visible search field, if there is one. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('input[type=search]');
  [...fields].find((field) => field.checkVisibility())?.focus();
}

/** The shortcuts of every screen, while somebody is signed in. */
export function Keyboard({ areOn }: { areOn: boolean }) {
  const navigate = useNavigate();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const isPaletteOpen = useStore(palette, (isOpen) => isOpen);
  useEffect(() => listenForShortcuts({ areSingleKeysOn: areOn }), [areOn]);
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
