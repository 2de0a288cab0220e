import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../data/profile/queries.ts';
import { useSession } from '../lib/session.ts';

/** The signed-in person's profile; undefined while it loads and when nobody is signed in. */
export function useProfile() {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.userId : '';
  const { data } = useQuery({ ...profileQuery(userId), enabled: userId !== '' });
  return data ?? undefined;
}
