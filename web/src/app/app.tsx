import { useEffect, useState, type ComponentType } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { queryClient } from '../lib/query-client.ts';
import { followSession } from '../lib/session.ts';
import { subscribeToToasts } from '../lib/toast.ts';
import { trackInput } from '../lib/form-recovery.ts';
import { markDrawn } from '../sync/first-frame.ts';
import { TooltipLayer } from '../ui/tooltip.tsx';
import { keepApp } from './service-worker.ts';

/**
 * The notification region, in a chunk of its own that is fetched after the first screen. If that
 * fails, each further toast tries again.
 */
function ToastLayer() {
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

/** Everything that lives as long as the tab. */
export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  useEffect(() => markDrawn(), []);
  useEffect(() => followSession(), []);
  useEffect(() => trackInput(), []);
  useEffect(() => keepApp(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastLayer />
      <TooltipLayer />
    </QueryClientProvider>
  );
}
