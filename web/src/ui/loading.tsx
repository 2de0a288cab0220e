import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** What shows while authentication or a screen loads (docs/spec.md, section 2). */
export function Loading() {
  return (
    <output className="flex flex-1 items-center justify-center p-10 text-soft">Loading...</output>
  );
}

/** A turning mark beside a text that says what is going on; silent for screen readers. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

/** A grey stand-in of the size of what is coming; give it width and height by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-base bg-hover', className)} />;
}
