import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { overlayLook } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { setDrawerOpen, usePageState } from './page-state.ts';

/** On a phone the sidebar is a drawer; it is opened by a button of the top bar. */
export function NotesDrawer({ children }: { children: ReactNode }) {
  const isOpen = usePageState('isDrawerOpen');
  const returnFocus = useReturnFocus(isOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={setDrawerOpen}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-[min(20rem,88vw)] animate-fade flex-col border-r border-line bg-raised pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] text-ink shadow-overlay outline-none"
        >
          <Radix.Title className="sr-only">Notes and folders</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-3 right-2">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
