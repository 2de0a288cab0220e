import { QueryClient } from '@tanstack/react-query';

/**
 * Data-fetching rules of spec section 9: never stale by itself, no refetch on focus, no polling, no
 * retries. Changes of others arrive by sync. `networkMode: 'always'`: without a network a mutation
 * fails at once and says so, instead of waiting in the memory of a tab that may be closed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
