import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageFor, statusOf } from '../../lib/errors.ts';
import type { Change } from '../../lib/live-table.ts';
import { isLive } from '../../lib/live.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { noteKeys } from './keys.ts';
import { liveNotes, pendingNotes } from './live.ts';
import { noteQuery } from './queries.ts';
import * as requests from './requests.ts';
import { saveNote, type SaveRequest } from './save.ts';
import type { Note, NoteSummary } from './types.ts';

/** One after the other in the order they were made, so that the last word is the user's last. */
const scope = { id: 'notes' };

type Rollback = { rollback: () => void };

function accept(client: QueryClient, change: Change<NoteSummary>): void {
  liveNotes.apply(client, change);
  if (!isLive()) void liveNotes.reload(client);
}

/** A note that the server answered whole: its content to the open note, the rest to the list. */
function acceptWhole(client: QueryClient, note: Note): void {
  client.setQueryData(noteQuery(note.id).queryKey, note);
  const { content: _content, ...summary } = note;
  accept(client, { rows: [summary] });
}

function succeedWith(text: string): void {
  toast({ title: 'Success', description: text });
}

/** Looks at a note again that the server refused to change: it may be gone or different. */
function lookAgain(client: QueryClient, error: Error, id: number): void {
  if (statusOf(error) === 0) return;
  liveNotes.refresh(client, [id]).catch((cause: unknown) => {
    console.warn('The note could not be read again.', cause);
  });
}

function refuse(error: Error, message: string): void {
  console.error(message, error);
  toastError(messageFor(error, message));
}

export function useCreateNote() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.insertNote,
    onSuccess: (note) => {
      acceptWhole(client, note);
      succeedWith('Note created successfully');
    },
    onError: (error) => refuse(error, 'Failed to create note'),
  });
}

/** Saves a note, or says that another version stands in the way: that is no failure. */
export function useSaveNote() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: (request: SaveRequest) => saveNote(request),
    onSuccess: (result) => {
      if (result.outcome === 'conflict') return;
      acceptWhole(client, result.note);
      succeedWith('Note updated successfully');
    },
    onError: (error) => refuse(error, 'Failed to update note'),
  });
}

/** Moves a note to a folder or, by null, to the root. A failure is only logged (spec section 8). */
export function useMoveNote() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id, folderId }: { id: number; folderId: number | null }) =>
      requests.moveNote(id, folderId),
    onMutate: ({ id, folderId }): Rollback => ({
      rollback: pendingNotes.add((rows) =>
        rows.map((row) => (row.id === id ? { ...row, folder_id: folderId } : row)),
      ),
    }),
    onSuccess: (note) => accept(client, { rows: [note] }),
    onError: (error, { id }) => {
      console.error('The note could not be moved.', error);
      lookAgain(client, error, id);
    },
    onSettled: (_note, _error, _move, context) => context?.rollback(),
  });
}

export function useDeleteNote() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.deleteNote,
    onMutate: (id: number): Rollback => ({
      rollback: pendingNotes.add((rows) => rows.filter((row) => row.id !== id)),
    }),
    onSuccess: (_done, id) => {
      accept(client, { removed: [id] });
      client.removeQueries({ queryKey: noteKeys.one(id) });
      succeedWith('Note deleted successfully');
    },
    onError: (error, id) => {
      refuse(error, 'Failed to delete note');
      lookAgain(client, error, id);
    },
    onSettled: (_done, _error, _id, context) => context?.rollback(),
  });
}
