import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For `onCloseAutoFocus`: gives the focus back to what had it when the window opened. Radix does so
 * only for windows that have a trigger of their own, and ours are opened from anywhere. `otherwise`
 * gets it when that is gone, because it was in the row that the window deleted.
 */
export function useReturnFocus(
  open: boolean,
  otherwise?: RefObject<HTMLElement | null>,
): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else otherwise?.current?.focus();
  };
}
