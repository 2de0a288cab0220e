import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * Saves by Ctrl+S or ⌘S wherever the focus is in a form. The browser's own event, which unlike
 * React's does not come from dialogs that are drawn over the form.
 */
export function useSaveKey(save: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      saveNow();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return form;
}
