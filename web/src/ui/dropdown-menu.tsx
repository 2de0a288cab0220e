import type { ComponentProps } from 'react';
import * as Radix from '@radix-ui/react-dropdown-menu';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;

const itemStyles =
  'relative flex min-h-10 cursor-default items-center gap-2.5 rounded-half px-2.5 py-1.5 text-base outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover md:min-h-8 [&_svg]:size-4 [&_svg]:shrink-0';

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={10}
        className={clsx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-base border border-line bg-raised p-1 text-ink shadow-raised',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export type DropdownMenuItemProps = ComponentProps<typeof Radix.Item> & { isDangerous?: boolean };

/** With `asChild` a router link becomes the item. */
export function DropdownMenuItem({
  isDangerous = false,
  className,
  ...props
}: DropdownMenuItemProps) {
  return (
    <Radix.Item
      className={clsx(itemStyles, isDangerous ? 'text-danger-ink' : '[&_svg]:text-soft', className)}
      {...props}
    />
  );
}

export const DropdownMenuRadioGroup = Radix.RadioGroup;

/** One of several, of which one is chosen. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={clsx(itemStyles, 'pr-9', className)} {...props}>
      {children}
      <Radix.ItemIndicator className="absolute right-2.5">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      className={clsx('px-2.5 pt-2 pb-1 text-xs font-medium text-faint', className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
