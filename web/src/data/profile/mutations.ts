import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactViewMode, HeaderColor, ProfileRow, Theme } from '../../db/rows.ts';
import { userMessage, unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { newestProfile, PROFILE_SCOPE, profileQuery } from './queries.ts';

type Preferences = Partial<{
  theme: Theme;
  header_color: HeaderColor;
  contact_view_mode: ContactViewMode;
  time_zone: string;
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
      console.error(failure ?? 'A preference could not be saved', error);
      if (failure) toastError(userMessage(error, failure));
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

/** The browser's time zone, by which the server reckons what repeats. No message is shown. */
export function useUpdateTimeZone(userId: string) {
  return usePreference(userId, {});
}
