import type { ComponentProps } from 'react';
import { clsx } from 'clsx';

/** What Input, Textarea and Select share. 16 px on phones, so that iOS does not zoom in. */
export const controlLook =
  'w-full rounded-base border border-line-strong/50 bg-surface text-base text-ink transition-colors hover:border-line-strong focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger-ink md:text-sm';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={clsx(controlLook, 'h-10 px-3 md:h-9', className)} {...props} />;
}
