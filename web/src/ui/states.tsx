import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';

/** What shows while authentication or a screen loads (docs/spec.md, section 2). */
export function Loading() {
  return (
    <output className="flex flex-1 items-center justify-center p-10 text-soft">Loading...</output>
  );
}

/** A grey stand-in of the size of what is coming; give it width and height by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-base bg-hover', className)} />;
}

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

export type ErrorStateProps = {
  title?: string;
  /** What went wrong, in words that help. */
  message?: string | undefined;
  onRetry: () => void;
  isRetrying?: boolean;
  className?: string;
};

/** In place of something that could not be loaded. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  onRetry,
  isRetrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}
    >
      <CloudOff aria-hidden className="mb-4 size-8 text-faint" strokeWidth={1.5} />
      <p className="text-base font-medium">{title}</p>
      {message ? (
        <p className="mt-1 max-w-sm text-base text-balance wrap-anywhere text-soft">{message}</p>
      ) : null}
      <Button className="mt-5" isPending={isRetrying} onClick={onRetry}>
        {isRetrying ? null : <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  );
}

/** A line about something that happened meanwhile, before it matters. Spoken when it appears. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <output className="block rounded-base bg-warning-soft px-3 py-2 text-warning-ink">
      {children}
    </output>
  );
}
