import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProfileRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { channelJoined, channelMessages } from '../../sync/sync.ts';

async function readProfile(userId: string): Promise<ProfileRow | null> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('profiles').select().eq('id', userId)).at(0) ?? null;
}

/**
 * The signed-in person's record: always stale, fetched again on mount (spec section 9). Null means
 * that the account is gone.
 */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: () => readProfile(userId),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** The scope of the mutations of preferences, which are done one after the other. */
export const PROFILE_SCOPE = 'profile';

/** The newest record of each person that the live channel has told. */
const told = new Map<string, ProfileRow>();

/** Of an answer and what the live channel has told, whichever is newer. */
export function newestProfile(answered: ProfileRow): ProfileRow {
  const heard = told.get(answered.id);
  return heard && Date.parse(heard.updated_at) > Date.parse(answered.updated_at) ? heard : answered;
}

function isRecordOf(userId: string, row: unknown): row is ProfileRow {
  // The database made it, of the table that the message names.
  return typeof row === 'object' && row !== null && 'id' in row && row.id === userId;
}

/** Keeps the profile in step: what was chosen on another device, and what was missed meanwhile. */
export function useProfileUpdates(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = profileQuery(userId);
    const readAgain = () => {
      client.invalidateQueries({ queryKey }).catch((error: unknown) => {
        console.error('The profile could not be read again.', error);
      });
    };
    let hasJoined = false;
    const stopMessages = channelMessages.add(({ table, rows }) => {
      if (table !== 'profiles') return;
      const row = rows?.find((one) => isRecordOf(userId, one));
      const known = client.getQueryData(queryKey);
      if (!row || !known) return readAgain();
      told.set(userId, newestProfile(row));
      // What was chosen here shows until it is answered.
      const isChoosing = client.isMutating({
        predicate: ({ options }) => options.scope?.id === PROFILE_SCOPE,
      });
      if (isChoosing === 0) client.setQueryData(queryKey, newestProfile(known));
    });
    const stopJoined = channelJoined.add(() => {
      if (hasJoined) readAgain();
      hasJoined = true;
    });
    return () => {
      stopMessages();
      stopJoined();
    };
  }, [client, userId]);
}

/**
 * The signed-in person's profile; undefined while it loads and when nobody is signed in, `isGone`
 * true when the account is no more. The frame fetches it when it mounts (spec section 9); whoever
 * else asks takes what the frame has.
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
  return {
    profile: data ?? undefined,
    isGone: data === null,
    error,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
