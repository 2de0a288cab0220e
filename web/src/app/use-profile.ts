import { useOwnProfile } from '../data/profile/queries.ts';

/** The signed-in person's profile; undefined while it loads and when nobody is signed in. */
export function useProfile({ isAppShell = false } = {}) {
  return useOwnProfile({ isAppShell }).profile;
}
