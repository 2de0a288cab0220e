import { queryOptions } from '@tanstack/react-query';
import { noteKeys } from './keys.ts';
import { liveNotes } from './live.ts';
import { findNote, findNotesContaining, readNotes } from './requests.ts';

/** Milliseconds that a note that was left stays in memory: opening it again is instant. */
const KEEP_CLOSED = 10 * 60_000;

/** Every note, without its content. */
export const notesQuery = queryOptions({
  queryKey: noteKeys.all,
  queryFn: () => liveNotes.read(noteKeys.all, readNotes),
});

/** One note with its content; null if it does not exist. */
export function noteQuery(id: number) {
  return queryOptions({
    queryKey: noteKeys.one(id),
    queryFn: () => findNote(id),
    gcTime: KEEP_CLOSED,
  });
}

/** The ids of the notes whose content holds `text`; asked anew each time. */
export function notesContainingQuery(text: string) {
  return queryOptions({
    queryKey: noteKeys.containing(text),
    queryFn: () => findNotesContaining(text),
    staleTime: 0,
    gcTime: 0,
  });
}
