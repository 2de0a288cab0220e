import type { ComponentProps } from 'react';
import * as Radix from '@radix-ui/react-checkbox';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';

export type CheckboxProps = Omit<ComponentProps<typeof Radix.Root>, 'onCheckedChange'> & {
  onCheckedChange?: (checked: boolean) => void;
};

/** Needs a name: a `<label htmlFor>` or `aria-label`. Its hit area is 32 px, its box 18. */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <Radix.Root
      className={clsx(
        'relative inline-flex size-[1.125rem] shrink-0 items-center justify-center rounded-half border-2 border-line-strong bg-surface text-white transition-colors before:absolute before:-inset-2 hover:border-accent-ink disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
      onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
      {...props}
    >
      <Radix.Indicator>
        <Check aria-hidden className="size-3.5" strokeWidth={3} />
      </Radix.Indicator>
    </Radix.Root>
  );
}
