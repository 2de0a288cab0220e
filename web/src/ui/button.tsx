import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import { Slot } from '@radix-ui/react-slot';

const variants = {
  primary:
    'border border-transparent bg-accent text-white hover:brightness-110 active:brightness-95',
  secondary: 'border border-line-strong/50 bg-raised text-ink hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger:
    'border border-transparent bg-danger text-white hover:brightness-110 active:brightness-95',
  link: 'text-accent-ink underline-offset-4 hover:underline',
};

const sizes = {
  sm: 'h-8 px-3 text-sm',
  md: 'h-10 px-4 text-base md:h-9',
  lg: 'h-11 px-5 text-base',
};

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and takes no further press. The label stays the caller's ('Saving...'). */
  isPending?: boolean;
  /** Puts the styles on the only child, such as a router link. */
  asChild?: boolean;
};

/** A spinner beside a text that says what is going on; hidden from screen readers. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  isPending = false,
  asChild = false,
  type = 'button',
  disabled,
  className,
  children,
  ...props
}: ButtonProps) {
  const classes = clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-base font-medium whitespace-nowrap transition-[background-color,filter] select-none disabled:pointer-events-none disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    variant === 'link' ? 'text-base' : sizes[size],
    className,
  );
  if (asChild) {
    return (
      <Slot className={classes} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type={type}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={classes}
      {...props}
    >
      {isPending ? <Spinner /> : null}
      {children}
    </button>
  );
}

const iconVariants = {
  ghost: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'text-soft hover:bg-danger-soft hover:text-danger-ink',
  /** On the coloured header. */
  header: 'text-white hover:bg-white/15 data-[state=open]:bg-white/15',
};

const iconSizes = {
  sm: 'size-8 md:size-7 [&_svg]:size-4',
  md: 'size-10 md:size-9 [&_svg]:size-5 md:[&_svg]:size-[1.125rem]',
};

export type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, and the tooltip unless `title` is given. */
  label: string;
  variant?: keyof typeof iconVariants;
  size?: keyof typeof iconSizes;
};

/** A button with only an icon. TooltipLayer, one for the whole page, draws its tooltip. */
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
        iconVariants[variant],
        iconSizes[size],
        className,
      )}
      {...props}
    />
  );
}
