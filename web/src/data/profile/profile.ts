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

/** The record that this device has stored of a person. */
function storedProfile(userId: string): ProfileRow | undefined {
  try {
    const stored: unknown = JSON.parse(readStored('profile') ?? 'null');
    return isRecordOf(userId, stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The signed-in person's record: this device's until the server has answered; always stale, fetched
 * again on mount (docs/spec.md, section 9). Null means that the account is gone.
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

/** The scope of the mutations of preferences, which are done one after the other. */
export const PROFILE_SCOPE = 'profile';

/** The newest record of each person that came over the live channel. */
const received = new Map<string, ProfileRow>();

/** Of an answer and what came over the live channel, whichever is newer. */
export function newestProfile(answer: ProfileRow): ProfileRow {
  const live = received.get(answer.id);
  return live && Date.parse(live.updated_at) > Date.parse(answer.updated_at) ? live : answer;
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
    const query = profileQuery(userId);
    const { queryKey } = query;
    const readAgain = () => {
      // A first answer that is still on its way is waited for: it may be older than what is asked for.
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
      // What was chosen here shows until the server has answered.
      const isChoosing = client.isMutating({
        predicate: ({ options }) => options.scope?.id === PROFILE_SCOPE,
      });
      if (isChoosing === 0) client.setQueryData(queryKey, newestProfile(known));
    });
    // At first, too: no message came about what changed between the first answer and this. The channel
    // may have been quicker than the code that runs here.
    const stopJoined = channelJoined.add(readAgain);
    if (isChannelLive()) readAgain();
    return () => {
      stopMessages();
      stopJoined();
    };
  }, [client, userId]);
}

/**
 * The signed-in person's profile; undefined while it loads and when nobody is signed in, `isGone`
 * true when the account no longer exists. The app's shell fetches it when it mounts (docs/spec.md,
 * section 9); whoever else asks takes what the shell has.
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
    /** The server has not answered yet: it is as this device stored it. */
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
  /** 0 is Sunday; null: as the language has it. */
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
  /** None: nothing is said (docs/spec.md, section 7). */
  success?: string;
  /** None: only logged. */
  failure?: string;
};

/** Shows the choice at once; takes it back if the server refuses. */
function usePreference(userId: string, { success, failure }: Messages) {
  const client = useQueryClient();
  const { queryKey } = profileQuery(userId);
  return useMutation({
    scope: { id: PROFILE_SCOPE },
    mutationFn: (preferences: Preferences) => updateProfile(userId, preferences),
    onMutate: async (preferences) => {
      // An answer that is on its way knows nothing of the choice.
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

/** The first day of a week, and single keys: a control that shows the choice says enough. */
export function useUpdateHabits(userId: string) {
  return usePreference(userId, { failure: 'Failed to update display settings' });
}

/** The browser's time zone, by which the server reckons what repeats. No message is shown. */
export function useUpdateTimeZone(userId: string) {
  return usePreference(userId, {});
}
