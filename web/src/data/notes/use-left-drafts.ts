import { useEffect } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dropDraft, leftDrafts, onDraftDropped, type Draft } from './drafts.ts';

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
  const { data: drafts = NONE, error, refetch } = useQuery(leftDraftsQuery(userId));
  useEffect(() => onDraftDropped(() => void refetch()), [refetch]);
  if (error) console.warn('Unsaved texts on this device could not be read.', error);
  return { drafts, forget: dropDraft };
}
