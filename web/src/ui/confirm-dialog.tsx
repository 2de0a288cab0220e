import type { RefObject } from 'react';
import * as Radix from '@radix-ui/react-alert-dialog';
import { clsx } from 'clsx';
import { BackCloses } from '../lib/unsaved-changes.ts';
import { Button } from './button.tsx';
import { closeOnEscape, overlayStyles, panelStyles, useReturnFocus } from './dialog.tsx';

export type ConfirmDialogProps = {
  onClose: () => void;
  title: string;
  text: string;
  confirmLabel?: string;
  pendingLabel?: string;
  isPending?: boolean;
  /** Gets the focus afterwards if the element that opened it is gone. */
  focusOtherwise?: RefObject<HTMLElement | null>;
  onConfirm: () => void;
};

/** For `focusOtherwise`: the first button of the row after the focused one, else of the row before. */
export function rowBeside(): RefObject<HTMLElement | null> {
  const row = document.activeElement?.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return { current: beside?.querySelector('button') ?? null };
}

/** Asks before something is lost; open while it is mounted. The caller closes it when that is done. */
export function ConfirmDialog({
  onClose,
  title,
  text,
  confirmLabel = 'Delete',
  pendingLabel = 'Deleting...',
  isPending = false,
  focusOtherwise,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(true, focusOtherwise);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyles} />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeOnEscape(onClose)}
          className={clsx(
            panelStyles,
            'p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:max-w-md sm:p-6',
          )}
        >
          <BackCloses onBack={onClose} />
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-base text-pretty wrap-anywhere text-soft">
            {text}
          </Radix.Description>
          <div className="mt-6 flex justify-end gap-2 *:flex-1 sm:*:flex-none">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button variant="danger" isPending={isPending} onClick={onConfirm}>
              {isPending ? pendingLabel : confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
