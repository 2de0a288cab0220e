import type { ComponentProps } from 'react';
import { clsx } from 'clsx';

const variants = {
  ghost: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'text-soft hover:bg-danger-soft hover:text-danger-ink',
  /** On the coloured header. */
  header: 'text-white hover:bg-white/15 data-[state=open]:bg-white/15',
};

const sizes = {
  sm: 'size-8 md:size-7 [&_svg]:size-4',
  md: 'size-10 md:size-9 [&_svg]:size-5 md:[&_svg]:size-[1.125rem]',
};

export type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, and the tooltip unless `title` is given. */
  label: string;
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
};

/** A button that is only an icon. The tooltip is drawn by TooltipLayer, one for the whole page. */
export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  type = 'button',
  className,
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tooltip={props.title ? undefined : label}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-base transition-colors disabled:pointer-events-none disabled:opacity-50',
        variants[variant],
        sizes[size],
        className,
      )}
      {...props}
    />
  );
}
