import type { ComponentProps } from 'react';
import * as Radix from '@radix-ui/react-popover';
import { clsx } from 'clsx';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={10}
        className={clsx(
          'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-20px)] animate-rise overflow-y-auto rounded-base border border-line bg-raised text-ink shadow-raised outline-none',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
