import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePending } from '../../lib/pending.ts';
import { useSession } from '../../lib/session.ts';
import { pendingProfile, profileQuery } from './queries.ts';

/**
 * The signed-in person's profile, with every pending choice already in it; `profile` is undefined
 * while it loads and when nobody is signed in, `isGone` true when the account is no more. The frame fetches it anew when it mounts (spec
 * section 9); whoever else asks takes what the frame has.
 */
export function useOwnProfile({ isFrame = false } = {}) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.userId : '';
  const query = profileQuery(userId);
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: userId !== '',
    refetchOnMount: isFrame ? query.refetchOnMount : false,
  });
  const rows = useMemo(() => (data ? [data] : []), [data]);
  const [profile] = usePending(pendingProfile, rows);
  return {
    profile,
    isGone: data === null,
    error,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
