import type { ComponentProps } from 'react';
import { clsx } from 'clsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onCheckedChange?: (checked: boolean) => void;
};

/**
 * Needs a name: a `<label htmlFor>` or `aria-label`. Its hit area is 32 px, its box 18. The
 * browser's own: a list has hundreds of them, and its tick is drawn by the style sheet alone.
 */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={clsx(
        'relative inline-flex size-[1.125rem] shrink-0 cursor-pointer appearance-none items-center justify-center rounded-half border-2 border-line-strong bg-surface text-white transition-colors before:absolute before:-inset-2 hover:border-accent-ink checked:border-accent checked:bg-accent checked:after:mb-0.5 checked:after:h-2.5 checked:after:w-1.5 checked:after:rotate-45 checked:after:border-r-2 checked:after:border-b-2 disabled:cursor-default disabled:opacity-60',
        className,
      )}
      onChange={({ currentTarget }) => onCheckedChange?.(currentTarget.checked)}
      {...props}
    />
  );
}
