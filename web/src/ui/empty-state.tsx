import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type EmptyStateProps = {
  /** A drawing or a lucide icon; it is drawn 40 px high. */
  icon: ReactNode;
  title: string;
  hint?: string;
  /** One clear thing to do. */
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon, title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center text-soft', className)}>
      <div
        aria-hidden
        className="mb-4 flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink [&_svg]:size-8 [&_svg]:stroke-[1.5]"
      >
        {icon}
      </div>
      <p className="text-base font-medium text-balance text-ink">{title}</p>
      {hint ? <p className="mt-1 max-w-sm text-base text-balance">{hint}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}
