import type { ComponentProps } from 'react';
import * as Radix from '@radix-ui/react-switch';
import { clsx } from 'clsx';

/** A switch that takes effect at once. Needs a name: a `<label htmlFor>` or `aria-label`. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors disabled:opacity-60 data-[state=checked]:bg-accent',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="size-5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-4" />
    </Radix.Root>
  );
}
