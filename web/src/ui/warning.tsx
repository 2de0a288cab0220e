import type { ReactNode } from 'react';

/** A line about something that happened meanwhile, before it matters. Spoken when it appears. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <output className="block rounded-base bg-warning-soft px-3 py-2 text-warning-ink">
      {children}
    </output>
  );
}
