import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as Radix from '@radix-ui/react-dialog';
import { BackCloses } from '../lib/unsaved-changes.ts';
import { IconButton } from './button.tsx';

/** Shared with ConfirmDialog: a sheet from the bottom on phones, a card in the middle from sm up. */
export const overlayStyles = 'fixed inset-0 z-40 animate-fade bg-black/45';
export const panelStyles =
  'fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full animate-slide flex-col rounded-t-base border border-line bg-raised text-ink shadow-overlay outline-none sm:top-1/2 sm:bottom-auto sm:max-h-[85dvh] sm:-translate-y-1/2 sm:animate-rise sm:rounded-base';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

/**
 * For `onCloseAutoFocus`: gives the focus back to the element that had it when the dialog opened. Radix
 * does so only for dialogs with a trigger, and ours are opened from anywhere. `otherwise` gets it if
 * that element is gone, because it was in the row that the dialog deleted.
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

/**
 * Closes a dialog by Escape while a toast is shown: Radix gives the key only to the topmost layer, and
 * a toast leaves it to the dialog that has the focus (toaster.tsx).
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.preventDefault();
    close();
  };
}

/** On touch screens a field that has a value gets no focus by itself: the keyboard would cover it. */
export function waitsForTouch(field: HTMLInputElement | null | undefined): boolean {
  return Boolean(field?.value) && matchMedia('(hover: none)').matches;
}

export type DialogProps = {
  /** Left out where it has to be answered: no cross, and Escape and a click outside do nothing. */
  onClose?: (() => void) | undefined;
  title: string;
  description?: string;
  size?: keyof typeof widths;
  /** Gets the focus afterwards if the element that opened it is gone. */
  focusOtherwise?: RefObject<HTMLElement | null> | undefined;
  /** Its owner handles the browser's Back (FormDialog). */
  ownsBack?: boolean;
  children: ReactNode;
};

/** A modal dialog, open while it is mounted; end its content with DialogActions. */
export function Dialog({
  onClose,
  title,
  description,
  size = 'md',
  focusOtherwise,
  ownsBack = false,
  children,
}: DialogProps) {
  const close = () => onClose?.();
  const returnFocus = useReturnFocus(true, focusOtherwise);
  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyles} />
        <Radix.Content
          className={clsx(panelStyles, widths[size])}
          onOpenAutoFocus={(event) => {
            const content = event.currentTarget as HTMLElement;
            if (!waitsForTouch(content.querySelector('input'))) return;
            event.preventDefault();
            content.focus();
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeOnEscape(close)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="pt-5 pr-14 pb-3 pl-5 sm:pl-6">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-1 text-base text-pretty text-soft">
                {description}
              </Radix.Description>
            ) : null}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-6">
            {children}
          </div>
          {onClose && !ownsBack ? <BackCloses onBack={onClose} /> : null}
          {/* Last, so that the focus begins in the first field. */}
          {onClose ? (
            <Radix.Close asChild>
              <IconButton
                label="Close"
                size="sm"
                className="absolute top-4.5 right-3.5 sm:right-4.5"
              >
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the end of a dialog; the last one is the main one. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-end gap-2 *:flex-1 sm:*:flex-none">
      {children}
    </div>
  );
}
