import { queryOptions } from '@tanstack/react-query';
import type { ProfileRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { Pending } from '../../lib/pending.ts';
import { getSupabase } from '../../lib/supabase.ts';

/** First part of the key under which the signed-in person's profile is cached. */
export const PROFILE = 'profile';

async function readProfiles(ids: string[]): Promise<ProfileRow[]> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('profiles').select().in('id', ids));
}

export const liveProfile = new LiveTable<ProfileRow>({
  table: 'profiles',
  root: PROFILE,
  belongs: ({ id }, [, userId]) => id === userId,
  fetchRows: async (ids) => readProfiles(ids),
});
registerLive(liveProfile);

/** Choices that the server has not answered yet. */
export const pendingProfile = new Pending<ProfileRow>();

/**
 * The signed-in person's record: always stale, fetched anew on mount (spec section 9). No data means
 * that the account is gone. Cached as a list of one, as the live patching wants it.
 */
export function profileQuery(userId: string) {
  const queryKey = [PROFILE, userId];
  return queryOptions({
    queryKey,
    queryFn: () => liveProfile.read(queryKey, () => readProfiles([userId])),
    staleTime: 0,
    refetchOnMount: 'always',
    select: (rows): ProfileRow | null => rows[0] ?? null,
  });
}
