import { useQuery } from '@tanstack/react-query';
import { usePending } from '../../lib/pending.ts';
import { pendingFolders } from './live.ts';
import { foldersQuery } from './queries.ts';
import type { Folder } from './types.ts';

type Folders =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | { status: 'ready'; folders: readonly Folder[] };

const NONE: Folder[] = [];

/** Every folder, with everything pending already in the list. */
export function useFolders(): Folders {
  const { data, error, isFetching, refetch } = useQuery(foldersQuery);
  const folders = usePending(pendingFolders, data ?? NONE);
  if (data) return { status: 'ready', folders };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}
