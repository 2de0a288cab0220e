import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/session.ts';
import { startSync } from './sync.ts';

/** Keeps the copy of whoever is signed in, from the start of the tab. Returns the way to stop. */
export function syncWithSession(client: QueryClient = queryClient): () => void {
  let userId: string | undefined;
  let stop: (() => void) | undefined;
  const follow = (next: string | undefined) => {
    if (next === userId) return;
    stop?.();
    userId = next;
    stop = next === undefined ? undefined : startSync(next);
  };
  const observer = new QueryObserver(client, sessionQuery);
  const unsubscribe = observer.subscribe(({ data }) => follow(data?.userId));
  // The route's loader may have read it already.
  follow(observer.getCurrentResult().data?.userId);
  return () => {
    unsubscribe();
    follow(undefined);
  };
}
