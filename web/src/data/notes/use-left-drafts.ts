import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { dropDraft, leftDrafts, type Draft } from './drafts.ts';

function leftDraftsQuery(userId: string) {
  return queryOptions({
    queryKey: ['note-drafts', userId],
    queryFn: () => leftDrafts(userId),
    // What another tab left behind is not announced: look again whenever the screen is entered.
    staleTime: 0,
    gcTime: 0,
  });
}

const NONE: Draft[] = [];

/** The texts that a crash, a closed tab or an expired session left unsaved on this device. */
export function useLeftDrafts(userId: string) {
  const client = useQueryClient();
  const { data: drafts = NONE, error } = useQuery(leftDraftsQuery(userId));
  if (error) console.warn('Unsaved texts on this device could not be read.', error);
  const forget = async (id: string) => {
    const { queryKey } = leftDraftsQuery(userId);
    client.setQueryData(queryKey, (left) => left?.filter((draft) => draft.id !== id));
    await dropDraft(id);
  };
  return { drafts, forget };
}
