import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../data/profile/queries.ts';
import { useSession } from '../lib/session.ts';

/**
 * The signed-in person's profile; undefined while it loads and when nobody is signed in. The frame
 * fetches it anew when it mounts (spec section 9); whoever else asks takes what the frame has.
 */
export function useProfile({ isFrame = false } = {}) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.userId : '';
  const query = profileQuery(userId);
  const { data } = useQuery({
    ...query,
    enabled: userId !== '',
    refetchOnMount: isFrame ? query.refetchOnMount : false,
  });
  return data ?? undefined;
}
