import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { subscribeToToasts, toastEntries } from '../lib/toast.ts';

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }));

/** Mounts the notification region with the first toast, or when the page has nothing else to do. */
export function ToastLayer() {
  const entries = useSyncExternalStore(subscribeToToasts, toastEntries);
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), 1500);
    return () => clearTimeout(timer);
  }, []);
  if (entries.length === 0 && !isIdle) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
