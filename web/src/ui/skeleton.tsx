import { clsx } from 'clsx';

/** A grey stand-in of the size of what is coming; give it width and height by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-base bg-hover', className)} />;
}
