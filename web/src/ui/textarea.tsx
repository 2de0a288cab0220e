import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { controlLook } from './input.tsx';

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={clsx(controlLook, 'min-h-20 resize-y px-3 py-2', className)}
      {...props}
    />
  );
}
