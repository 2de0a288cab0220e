import { clsx } from 'clsx';

const dotStyles = {
  purple: 'bg-dot-purple',
  green: 'bg-dot-green',
  blue: 'bg-dot-blue',
  slate: 'bg-dot-slate',
  red: 'bg-dot-red',
  orange: 'bg-dot-orange',
  yellow: 'bg-dot-yellow',
  teal: 'bg-dot-teal',
  cyan: 'bg-dot-cyan',
  pink: 'bg-dot-pink',
};

type DotProps = { color: keyof typeof dotStyles; size?: 'sm' | 'md' };

export function CategoryDot({ color, size = 'sm' }: DotProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'shrink-0 rounded-full forced-color-adjust-none',
        dotStyles[color],
        size === 'sm' ? 'size-2' : 'size-2.5',
      )}
    />
  );
}

/** A category as its dot and label. */
export function CategoryMark({ color, label }: { color: keyof typeof dotStyles; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs text-soft">
      <CategoryDot color={color} />
      <span className="max-w-28 truncate">{label}</span>
    </span>
  );
}
