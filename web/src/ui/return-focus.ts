import { useLayoutEffect, useRef } from 'react';

/**
 * For `onCloseAutoFocus`: gives the focus back to what had it when the window opened. Radix does so
 * only for windows that have a trigger of their own, and ours are opened from anywhere.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  };
}
