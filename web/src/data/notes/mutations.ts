import { useMutation } from '@tanstack/react-query';
import { secondVersionTitle } from '#domain/note.ts';
import { newUid } from '#domain/uid.ts';
import { toast, toastFailure } from '../../lib/toast.ts';
import { change, changeContent, resolveConflict, rowNow, seenRevision } from '../../sync/sync.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';
import type { Note, NoteSummary, useNoteConflicts } from './queries.ts';

type NewNote = Pick<Note, 'title' | 'content' | 'folder_uid'>;
/** What a save writes; the folder only if the form has one. */
type NoteChanges = { title: string; content: string | null; folder_uid?: string | null };
/** The version of a note that editing began with. */
export type NoteBase = Pick<Note, 'title' | 'content' | 'content_rev' | 'folder_uid'>;
export type NoteConflict = ReturnType<typeof useNoteConflicts>[number];

const table = 'notes';

export const { useCreate: useCreateNote, useDelete: useDeleteNote } =
  tableMutations<NewNote>('notes');

/** Only what differs from the version that editing began with, so that changes elsewhere stay. */
function differing(base: NoteBase, changes: NoteChanges): Partial<NoteChanges> {
  return {
    ...(changes.title !== base.title && { title: changes.title }),
    ...((changes.content ?? '') !== (base.content ?? '') && { content: changes.content }),
    ...(changes.folder_uid !== undefined &&
      changes.folder_uid !== base.folder_uid && { folder_uid: changes.folder_uid }),
  };
}

/** Whether it was deleted for good: such rows have 1970 as `deleted_at`. */
function isErased({ deleted_at }: NoteSummary): boolean {
  return deleted_at !== null && Date.parse(deleted_at) <= 0;
}

type Save = { uid: string; base: NoteBase; changes: NoteChanges };

/** @returns the uid of the note that has the text now */
async function saveNote({ uid, base, changes }: Save): Promise<string> {
  const row = rowNow(table, uid);
  if (!row || isErased(row)) {
    // Deleted for good: what was typed becomes a new note.
    const { title, content, folder_uid = base.folder_uid } = changes;
    const created = newUid();
    await change([{ table, uid: created, create: true, set: { title, content, folder_uid } }]);
    return created;
  }
  // A note that was deleted elsewhere is restored, also if nothing was changed here.
  if (row.deleted_at !== null) await change([{ table, uid, restore: true }]);
  const set = differing(base, changes);
  if (Object.keys(set).length > 0) await changeContent(uid, set, base);
  return uid;
}

/**
 * Saves a note. A text that was changed elsewhere meanwhile is merged paragraph by paragraph; if the
 * same paragraph was changed it waits for the person's choice (useNoteConflicts).
 */
export function useSaveNote() {
  return useMutation({
    mutationFn: saveNote,
    onSuccess: () => toast({ title: 'Success', description: 'Note updated successfully' }),
    onError: (error) => toastFailure(error, 'Failed to update note'),
  });
}

/** Removes a new note in which nothing was written: not into the trash, and without a toast. */
export function useEraseNote() {
  return useChange(
    (uid: string) => [
      { table, uid, delete: true, seen: seenRevision() },
      { table, uid, erase: true },
    ],
    {},
  );
}

/** Checks or unchecks an item of a checklist while a note is read. No toast: the checkbox shows it. */
export function useTickNote() {
  return useMutation({
    mutationFn: ({ note, content }: { note: Note; content: string }) =>
      changeContent(note.uid, { content }, note),
    onError: (error) => toastFailure(error, 'Failed to update note'),
  });
}

export type ConflictChoice = 'mine' | 'theirs' | 'both';

/** Applies the person's choice where the same paragraph was changed twice. */
export function useResolveConflict() {
  const { mutateAsync: create } = useCreateNote();
  return useMutation({
    mutationFn: async ({
      conflict,
      choice,
    }: {
      conflict: NoteConflict;
      choice: ConflictChoice;
    }) => {
      const { seq, mine, folder_uid } = conflict;
      if (choice === 'both') {
        await create({
          uid: newUid(),
          title: secondVersionTitle(mine.title),
          content: mine.content,
          folder_uid,
        });
      }
      await resolveConflict(seq, choice === 'mine' ? 'mine' : 'theirs');
    },
    onError: (error) => toastFailure(error, 'Failed to update note'),
  });
}

/** Pins or unpins a note. No toast: the list shows it. */
export function usePinNote() {
  return useChange(
    ({ uid, pinned }: { uid: string; pinned: boolean }) => [{ table, uid, set: { pinned } }],
    {
      failure: 'Failed to update note',
    },
  );
}

/** Null moves it to the root. A failure is only logged (spec section 8). */
export function useMoveNote() {
  return useChange(
    ({ uid, folderUid }: { uid: string; folderUid: string | null }) => [
      { table, uid, set: { folder_uid: folderUid } },
    ],
    {},
  );
}
