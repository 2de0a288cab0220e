import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { PEAK } from './logo.tsx';

/** What shows while authentication or a screen loads (spec section 2). */
export function Loading() {
  return (
    <output className="flex flex-1 items-center justify-center p-10 text-soft">Loading...</output>
  );
}

/** A grey placeholder; `className` gives it the size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-base bg-hover', className)} />;
}

export type EmptyStateProps = {
  /** A lucide icon, drawn in the sun of the picture. */
  icon: ReactNode;
  title: string;
  hint?: string;
  /** One clear thing to do. */
  action?: ReactNode;
  className?: string;
};

/** The product's logo as a landscape, with an icon in its sun. */
function Landscape({ icon }: { icon: ReactNode }) {
  return (
    <div aria-hidden className="relative mb-4 h-24 w-48">
      <svg
        viewBox="0 0 48 24"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-full text-accent-ink"
      >
        <g strokeWidth="0.5" className="stroke-line-strong/60">
          <path d={PEAK} transform="translate(3 10.25) scale(0.5)" />
          <path d={PEAK} transform="translate(34 12.3) scale(0.4)" />
          <path d="M1 20.5h46" />
        </g>
        <path d={PEAK} transform="translate(12 0)" strokeWidth="0.75" stroke="currentColor" />
      </svg>
      <span className="absolute bottom-1.5 left-1/2 flex size-11 -translate-x-1/2 items-center justify-center rounded-full border border-accent-ink/30 bg-accent-soft text-accent-ink [&_svg]:size-5 [&_svg]:stroke-[1.5]">
        {icon}
      </span>
    </div>
  );
}

/** In place of a list with nothing in it. */
export function EmptyState({ icon, title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center text-soft', className)}>
      <Landscape icon={icon} />
      <p className="text-lg font-semibold text-balance text-ink">{title}</p>
      {hint ? <p className="mt-1 max-w-sm text-balance">{hint}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

export type ErrorStateProps = {
  title?: string;
  /** What went wrong. */
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
      <Landscape icon={<CloudOff />} />
      <p className="text-lg font-semibold text-balance">{title}</p>
      {message ? (
        <p className="mt-1 max-w-sm text-balance wrap-anywhere text-soft">{message}</p>
      ) : null}
      <Button className="mt-5" isPending={isRetrying} onClick={onRetry}>
        {isRetrying ? null : <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  );
}

/** A line about something that happened meanwhile, announced when it appears. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <output className="block rounded-base bg-warning-soft px-3 py-2 text-warning-ink">
      {children}
    </output>
  );
}
