import { useMutation } from '@tanstack/react-query';
import { secondVersionTitle } from '#domain/note.ts';
import { newUid } from '#domain/uid.ts';
import { toast, toastFailure } from '../../lib/toast.ts';
import { change, changeContent, resolveConflict, rowNow, seenRevision } from '../../sync/sync.ts';
import { tableMutations, useChange } from '../../sync/use-change.ts';
import type { Note, NoteSummary, useNoteConflicts } from './queries.ts';

type NewNote = Pick<Note, 'title' | 'content' | 'folder_uid'>;
/** What a save writes; a folder only where the form has one. */
type NoteChanges = { title: string; content: string | null; folder_uid?: string | null };
/** The version of a note that editing began with. */
export type NoteBase = Pick<Note, 'title' | 'content' | 'content_rev' | 'folder_uid'>;
export type NoteConflict = ReturnType<typeof useNoteConflicts>[number];

const table = 'notes';

export const { useCreate: useCreateNote, useDelete: useDeleteNote } =
  tableMutations<NewNote>('notes');

/** Only what differs from the version that editing began with: what was changed elsewhere stays. */
function differing(base: NoteBase, changes: NoteChanges): Partial<NoteChanges> {
  return {
    ...(changes.title !== base.title && { title: changes.title }),
    ...((changes.content ?? '') !== (base.content ?? '') && { content: changes.content }),
    ...(changes.folder_uid !== undefined &&
      changes.folder_uid !== base.folder_uid && { folder_uid: changes.folder_uid }),
  };
}

/** Deleted for good: such rows have 1970 as their time. */
function isErased({ deleted_at }: NoteSummary): boolean {
  return deleted_at !== null && Date.parse(deleted_at) <= 0;
}

type Save = { uid: string; base: NoteBase; changes: NoteChanges };

/** @returns the uid of the note that has the text now */
async function saveNote({ uid, base, changes }: Save): Promise<string> {
  const row = rowNow(table, uid);
  if (!row || isErased(row)) {
    // It was deleted for good: what was typed becomes another note.
    const { title, content, folder_uid = base.folder_uid } = changes;
    const created = newUid();
    await change([{ table, uid: created, create: true, set: { title, content, folder_uid } }]);
    return created;
  }
  // What was deleted elsewhere comes back, also where nothing of it was changed here.
  if (row.deleted_at !== null) await change([{ table, uid, restore: true }]);
  const set = differing(base, changes);
  if (Object.keys(set).length > 0) await changeContent(uid, set, base);
  return uid;
}

/**
 * Saves a note. A text that was changed elsewhere meanwhile is merged paragraph by paragraph; where
 * that cannot be done it waits for the person's choice (useNoteConflicts).
 */
export function useSaveNote() {
  return useMutation({
    mutationFn: saveNote,
    onSuccess: () => toast({ title: 'Success', description: 'Note updated successfully' }),
    onError: (error) => toastFailure(error, 'Failed to update note'),
  });
}

/** Takes a note away of which nothing was written yet: not into the trash, and without a word. */
export function useEraseNote() {
  return useChange(
    (uid: string) => [
      { table, uid, delete: true, seen: seenRevision() },
      { table, uid, erase: true },
    ],
    {},
  );
}

/** Ticks a line of a checklist where a note is read; the tick itself is the sign that it was done. */
export function useTickNote() {
  return useMutation({
    mutationFn: ({ note, content }: { note: Note; content: string }) =>
      changeContent(note.uid, { content }, note),
    onError: (error) => toastFailure(error, 'Failed to update note'),
  });
}

export type ConflictChoice = 'mine' | 'theirs' | 'both';

/** Does what the person chose where the same paragraph was changed in two places. */
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

/** Pinned notes stand first. It shows by itself, and takes itself back. */
export function usePinNote() {
  return useChange(
    ({ uid, pinned }: { uid: string; pinned: boolean }) => [{ table, uid, set: { pinned } }],
    {
      failure: 'Failed to update note',
    },
  );
}

/** By null to the root. A failure is only logged (docs/spec.md, section 8). */
export function useMoveNote() {
  return useChange(
    ({ uid, folderUid }: { uid: string; folderUid: string | null }) => [
      { table, uid, set: { folder_uid: folderUid } },
    ],
    {},
  );
}
