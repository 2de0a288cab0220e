import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProfileRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { channelJoined, channelMessages } from '../../sync/sync.ts';

async function readProfile(userId: string): Promise<ProfileRow | null> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('profiles').select().eq('id', userId)).at(0) ?? null;
}

/** The record that this device has of a person. */
function keptProfile(userId: string): ProfileRow | undefined {
  try {
    const kept: unknown = JSON.parse(readStored('profile') ?? 'null');
    return isRecordOf(userId, kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The signed-in person's record: this device's until the server has answered; always stale, fetched
 * again on mount (spec section 9). Null means that the account is gone.
 */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: () => readProfile(userId),
    initialData: () => keptProfile(userId),
    initialDataUpdatedAt: 0,
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

/**
 * Keeps the profile in step, on the screen and on this device: what was chosen on another one, and what
 * was missed meanwhile.
 */
export function useProfileUpdates(userId: string): void {
  const client = useQueryClient();
  const { profile } = useOwnProfile();
  useEffect(() => {
    if (profile) writeStored('profile', JSON.stringify(profile));
  }, [profile]);
  useEffect(() => {
    const { queryKey } = profileQuery(userId);
    const readAgain = () => {
      client.invalidateQueries({ queryKey }).catch((error: unknown) => {
        console.error('The profile could not be read again.', error);
      });
    };
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
    // At first, too: what was chosen between the first answer and this nobody has told.
    const stopJoined = channelJoined.add(readAgain);
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
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: userId !== '',
    refetchOnMount: isFrame ? query.refetchOnMount : false,
  });
  return {
    profile: data ?? undefined,
    /** The server has not answered yet: it is as this device had it last. */
    isKept: dataUpdatedAt === 0,
    isGone: data === null,
    error,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
