import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import type { ProfileRow, ContactViewMode, HeaderColor, Theme } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { toast, toastFailure } from '../../lib/toast.ts';
import { channelJoined, channelMessages, isChannelLive } from '../../sync/sync.ts';

async function readProfile(userId: string): Promise<ProfileRow | null> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('profiles').select().eq('id', userId)).at(0) ?? null;
}

/** A person's profile as stored on this device. */
function storedProfile(userId: string): ProfileRow | undefined {
  try {
    const stored: unknown = JSON.parse(readStored('profile') ?? 'null');
    return isRecordOf(userId, stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The signed-in person's profile: the stored one until the server has answered; always stale, fetched
 * again on mount (spec section 9). Null means that the account is gone.
 */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: () => readProfile(userId),
    initialData: () => storedProfile(userId),
    initialDataUpdatedAt: 0,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** The scope of the mutations of preferences, which run one after the other. */
export const PROFILE_SCOPE = 'profile';

/** The newest profile of each person that came over the live channel. */
const received = new Map<string, ProfileRow>();

/** The newer of an answer and what came over the live channel. */
export function newestProfile(answer: ProfileRow): ProfileRow {
  const live = received.get(answer.id);
  return live && Date.parse(live.updated_at) > Date.parse(answer.updated_at) ? live : answer;
}

function isRecordOf(userId: string, row: unknown): row is ProfileRow {
  // Not checked further: the database built the message from a row of this table.
  return typeof row === 'object' && row !== null && 'id' in row && row.id === userId;
}

/**
 * Keeps the profile up to date, on the screen and as stored on this device, with changes made on other
 * devices.
 */
export function useProfileUpdates(userId: string): void {
  const client = useQueryClient();
  const { profile } = useOwnProfile();
  useEffect(() => {
    if (profile) writeStored('profile', JSON.stringify(profile));
  }, [profile]);
  useEffect(() => {
    const query = profileQuery(userId);
    const { queryKey } = query;
    const readAgain = () => {
      // A first answer that is under way is awaited, because it may be older than the change.
      client
        .ensureQueryData(query)
        .then(() => client.invalidateQueries({ queryKey }))
        .catch((error: unknown) => {
          console.error('The profile could not be read again.', error);
        });
    };
    const stopMessages = channelMessages.add(({ table, rows }) => {
      if (table !== 'profiles') return;
      const row = rows?.find((one) => isRecordOf(userId, one));
      const known = client.getQueryData(queryKey);
      if (!row || !known) return readAgain();
      received.set(userId, newestProfile(row));
      // A choice made here is shown until the server has answered.
      const isChoosing = client.isMutating({
        predicate: ({ options }) => options.scope?.id === PROFILE_SCOPE,
      });
      if (isChoosing === 0) client.setQueryData(queryKey, newestProfile(known));
    });
    // Also at the start: no message came about changes between the first answer and now, and the
    // channel may have been joined before this code was loaded.
    const stopJoined = channelJoined.add(readAgain);
    if (isChannelLive()) readAgain();
    return () => {
      stopMessages();
      stopJoined();
    };
  }, [client, userId]);
}

/**
 * The signed-in person's profile; undefined while it loads and if nobody is signed in, `isGone` is true
 * if the account no longer exists. The app's shell fetches it when it mounts (spec section 9); other
 * callers take what the shell has.
 */
export function useOwnProfile({ isAppShell = false } = {}) {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.userId : '';
  const query = profileQuery(userId);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: userId !== '',
    refetchOnMount: isAppShell ? query.refetchOnMount : false,
  });
  return {
    profile: data ?? undefined,
    /** The server has not answered yet: it is the stored one. */
    isStored: dataUpdatedAt === 0,
    isGone: data === null,
    error,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}

type Preferences = Partial<{
  theme: Theme;
  header_color: HeaderColor;
  contact_view_mode: ContactViewMode;
  time_zone: string;
  /** 0 is Sunday; null is the language's default. */
  week_start: number | null;
  keyboard_shortcuts: boolean;
}>;

async function updateProfile(userId: string, preferences: Preferences): Promise<ProfileRow> {
  const supabase = await getSupabase();
  return unwrap(
    await supabase.from('profiles').update(preferences).eq('id', userId).select().single(),
  );
}

type Messages = {
  /** Without it there is no toast (spec section 7). */
  success?: string;
  /** Without it a failure is only logged. */
  failure?: string;
};

/** Saves a preference; optimistic. */
function usePreference(userId: string, { success, failure }: Messages) {
  const client = useQueryClient();
  const { queryKey } = profileQuery(userId);
  return useMutation({
    scope: { id: PROFILE_SCOPE },
    mutationFn: (preferences: Preferences) => updateProfile(userId, preferences),
    onMutate: async (preferences) => {
      // An answer that is under way does not have the choice.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, ...preferences });
      return { before };
    },
    onSuccess: (row) => {
      client.setQueryData(queryKey, newestProfile(row));
      if (success) toast({ title: 'Success', description: success });
    },
    onError: (error, _preferences, context) => {
      if (context?.before) client.setQueryData(queryKey, newestProfile(context.before));
      if (failure) toastFailure(error, failure);
      else console.error('A preference could not be saved', error);
    },
  });
}

export function useUpdateTheme(userId: string) {
  return usePreference(userId, {
    success: 'Theme updated successfully',
    failure: 'Failed to update theme',
  });
}

export function useUpdateHeaderColor(userId: string) {
  return usePreference(userId, {
    success: 'Header color updated successfully',
    failure: 'Failed to update header color',
  });
}

export function useUpdateContactViewMode(userId: string) {
  return usePreference(userId, { failure: 'Failed to update contact view mode' });
}

/** The first day of the week, and single keys. No toast: the control shows the choice. */
export function useUpdateHabits(userId: string) {
  return usePreference(userId, { failure: 'Failed to update display settings' });
}

/** The browser's time zone, by which the server computes repeating tasks. No message is shown. */
export function useUpdateTimeZone(userId: string) {
  return usePreference(userId, {});
}
