import { clsx } from 'clsx';

const looks = {
  purple: 'bg-dot-purple',
  green: 'bg-dot-green',
  blue: 'bg-dot-blue',
  slate: 'bg-dot-slate',
};

type DotProps = {
  /** As `categoryDot` of the domain says. */
  dot: keyof typeof looks;
  size?: 'sm' | 'md';
};

export function CategoryDotMark({ dot, size = 'sm' }: DotProps) {
  return (
    <span
      aria-hidden
      className={clsx('shrink-0 rounded-full', looks[dot], size === 'sm' ? 'size-2' : 'size-2.5')}
    />
  );
}

/** A category as its dot and label. */
export function CategoryMark({ dot, label }: { dot: DotProps['dot']; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs text-soft">
      <CategoryDotMark dot={dot} />
      <span className="max-w-28 truncate">{label}</span>
    </span>
  );
}
