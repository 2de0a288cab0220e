import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePending } from '../../lib/pending.ts';
import { pendingNotes } from './live.ts';
import { noteQuery, notesQuery } from './queries.ts';
import type { Note, NoteSummary } from './types.ts';

type Failed = { status: 'error'; error: Error; retry: () => void; isRetrying: boolean };
type Notes = { status: 'loading' } | Failed | { status: 'ready'; notes: readonly NoteSummary[] };
type OpenNote =
  | { status: 'loading' }
  | Failed
  | { status: 'gone' }
  | { status: 'ready'; note: Note };

const NONE: NoteSummary[] = [];

/** Every note, with everything pending already in the list. */
export function useNotes(): Notes {
  const { data, error, isFetching, refetch } = useQuery(notesQuery);
  const notes = usePending(pendingNotes, data ?? NONE);
  if (data) return { status: 'ready', notes };
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}

/**
 * One note with its content. The live channel brings the list's row without the content: when that
 * row is newer than what is open, the note is read again.
 */
export function useNote(id: number, listed: NoteSummary | undefined): OpenNote {
  const { data, error, isFetching, refetch } = useQuery(noteQuery(id));
  const isOld = listed !== undefined && data != null && listed.updated_at > data.updated_at;
  const wanted = isOld ? listed.updated_at : null;
  useEffect(() => {
    if (wanted !== null) void refetch();
  }, [wanted, refetch]);
  // Deleted, here or elsewhere: the list knows first.
  if (data === null || (data && !listed)) return { status: 'gone' };
  if (data) {
    // Moved and not yet answered: the list knows the folder before the server does.
    return { status: 'ready', note: { ...data, folder_id: listed?.folder_id ?? null } };
  }
  if (!error) return { status: 'loading' };
  return { status: 'error', error, isRetrying: isFetching, retry: () => void refetch() };
}
