import { useEffect } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { queryClient } from '../lib/query-client.ts';
import { followSession } from '../lib/session.ts';
import { watchTyping } from '../lib/typed-text.ts';
import { tellDrawn } from '../sync/first-picture.ts';
import { TooltipLayer } from '../ui/tooltip.tsx';
import { keepApp } from './service-worker.ts';
import { ToastLayer } from './toast-layer.tsx';

/** Everything that lives as long as the tab. */
export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  useEffect(() => tellDrawn(), []);
  useEffect(() => followSession(), []);
  useEffect(() => watchTyping(), []);
  useEffect(() => keepApp(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastLayer />
      <TooltipLayer />
    </QueryClientProvider>
  );
}
