import type { ComponentProps } from 'react';
import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import * as Radix from '@radix-ui/react-popover';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useClosedByBack } from '../lib/unsaved-changes.ts';

export function Popover(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} {...useClosedByBack(props)} />;
}

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

export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root {...props} {...useClosedByBack(props)} />;
}

export const DropdownMenuTrigger = RadixMenu.Trigger;

const itemStyles =
  'relative flex min-h-10 cursor-default items-center gap-2.5 rounded-half px-2.5 py-1.5 text-base outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover md:min-h-8 [&_svg]:size-4 [&_svg]:shrink-0';

export function DropdownMenuContent({
  className,
  ...props
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        sideOffset={6}
        collisionPadding={10}
        className={clsx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-base border border-line bg-raised p-1 text-ink shadow-raised',
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  );
}

export type DropdownMenuItemProps = ComponentProps<typeof RadixMenu.Item> & {
  isDangerous?: boolean;
};

/** With `asChild` a router link becomes the item. */
export function DropdownMenuItem({
  isDangerous = false,
  className,
  ...props
}: DropdownMenuItemProps) {
  return (
    <RadixMenu.Item
      className={clsx(itemStyles, isDangerous ? 'text-danger-ink' : '[&_svg]:text-soft', className)}
      {...props}
    />
  );
}

export const DropdownMenuRadioGroup = RadixMenu.RadioGroup;

/** One of several, of which one is chosen. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof RadixMenu.RadioItem>) {
  return (
    <RadixMenu.RadioItem className={clsx(itemStyles, 'pr-9', className)} {...props}>
      {children}
      <RadixMenu.ItemIndicator className="absolute right-2.5">
        <Check aria-hidden />
      </RadixMenu.ItemIndicator>
    </RadixMenu.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return (
    <RadixMenu.Label
      className={clsx('px-2.5 pt-2 pb-1 text-xs font-medium text-faint', className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
