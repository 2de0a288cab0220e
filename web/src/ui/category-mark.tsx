import type { CSSProperties } from 'react';
import { clsx } from 'clsx';
import { Button } from './button.tsx';

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

type CategoryColor = keyof typeof dotStyles;
type DotProps = { color: CategoryColor; size?: 'sm' | 'md' };

/** A style that sets the colour for a rule of styles/tokens.css. */
export function dotColor(color: CategoryColor): CSSProperties {
  return { '--dot': `var(--dot-${color})` } as CSSProperties;
}

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

/** A category's dot and label. */
export function CategoryMark({ color, label }: { color: CategoryColor; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs text-soft">
      <CategoryDot color={color} />
      <span dir="auto" className="max-w-28 truncate">
        {label}
      </span>
    </span>
  );
}

type ShownProps = { color?: CategoryColor; label: string; onShowAll: () => void };

/** Says which filter hides part of a list, with a button that shows all. */
export function ShownOnly({ color, label, onShowAll }: ShownProps) {
  return (
    <p className="inline-flex min-w-0 items-center gap-1.5 rounded-base bg-sunken px-2 py-0.5 text-sm text-soft">
      {color ? <CategoryDot color={color} /> : null}
      <span className="min-w-0 truncate">
        Showing <bdi className="font-medium text-ink">{label}</bdi>.
      </span>
      <Button variant="link" onClick={onShowAll}>
        Show all
      </Button>
    </p>
  );
}
