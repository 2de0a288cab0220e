import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getSupabase } from '../../lib/supabase.ts';
import { toast, toastFailure } from '../../lib/toast.ts';

/** A session of the person on some device. */
export type SignedInPlace = {
  id: string;
  startedAt: string;
  usedAt: string;
  userAgent: string | null;
  address: string | null;
  isCurrent: boolean;
};

async function listSessions(): Promise<SignedInPlace[]> {
  const supabase = await getSupabase();
  const { data, error } = await supabase.rpc('list_sessions');
  if (error) throw error;
  return data.map((row) => ({
    id: row.id,
    startedAt: row.started_at,
    usedAt: row.used_at,
    userAgent: row.user_agent,
    address: row.address,
    isCurrent: row.is_current,
  }));
}

/** The person's sessions, this one first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: listSessions,
  staleTime: 0,
});

/** Ends one session, or all but this one if none is given. */
export function useEndSessions(onSuccess: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (session: SignedInPlace | null) => {
      const supabase = await getSupabase();
      const { error } = session
        ? await supabase.rpc('end_session', { session: session.id })
        : await supabase.auth.signOut({ scope: 'others' });
      if (error) throw error;
    },
    onSuccess: (_answer, session) => {
      // Before the dialog closes: the row is gone then, and the focus goes to another.
      client.setQueryData(sessionsQuery.queryKey, (all) =>
        all?.filter(({ id, isCurrent }) => isCurrent || (session && id !== session.id)),
      );
      toast({
        title: 'Signed Out There',
        description: session ? 'That session has ended.' : 'All sessions but this one have ended.',
      });
      onSuccess();
    },
    onError: (error) => toastFailure(error, 'Failed to end the session'),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}
