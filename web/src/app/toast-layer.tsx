import { useEffect, useState, type ComponentType } from 'react';
import { subscribeToToasts } from '../lib/toast.ts';

/**
 * The notification region, in a chunk of its own that is fetched beside the first screen. Should
 * that fail, each further toast tries again: a network that is gone must not take the app along.
 */
export function ToastLayer() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toaster) return undefined;
    const load = () => {
      import('../ui/toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        (error: unknown) => console.warn('Notifications cannot be shown yet.', error),
      );
    };
    load();
    return subscribeToToasts(load);
  }, [Toaster]);
  return Toaster ? <Toaster /> : null;
}
