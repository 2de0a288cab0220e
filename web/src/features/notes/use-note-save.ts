import { useState } from 'react';
import { secondVersionTitle } from '../../../../supabase/functions/_shared/domain/notes.ts';
import { useCreateNote, useSaveNote } from '../../data/notes/mutations.ts';
import type { NoteBase } from '../../data/notes/save.ts';
import type { Note, NoteChanges } from '../../data/notes/types.ts';

/** A save that met a newer version; `theirs` is null if the note was deleted. */
export type Conflict = { theirs: Note | null; mine: NoteChanges };
export type Choice = 'mine' | 'theirs' | 'both';

type Options = {
  note: Pick<Note, 'id' | 'folder_uid'>;
  base: NoteBase;
  /** The text is safe: saved, or given up by the user's own choice. `note` is what is there now. */
  onDone: (note: Note | null) => void;
};

/** Saving with a question where another version stands in the way (design section 5). */
export function useNoteSave({ note, base, onDone }: Options) {
  const save = useSaveNote();
  const create = useCreateNote();
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const saveOver = (version: NoteBase, changes: NoteChanges) => {
    save.mutate(
      { id: note.id, base: version, changes },
      {
        onSuccess: (result) => {
          if (result.outcome === 'saved') {
            setConflict(null);
            onDone(result.note);
          } else {
            setConflict({ theirs: result.theirs, mine: changes });
          }
        },
      },
    );
  };

  /** Mine as a note of its own; theirs, if there is one, stays as it is. */
  const saveBeside = ({ theirs, mine }: Conflict) => {
    const title = theirs ? secondVersionTitle(mine.title) : mine.title;
    // The folder of a deleted note may be deleted too.
    const folder_uid = theirs ? (mine.folder_uid ?? theirs.folder_uid) : null;
    create.mutate(
      { title, content: mine.content, folder_uid },
      {
        onSuccess: (created) => {
          setConflict(null);
          onDone(theirs ?? created);
        },
      },
    );
  };

  const resolve = (choice: Choice) => {
    if (!conflict) return;
    if (choice === 'both' || (choice === 'mine' && !conflict.theirs)) {
      saveBeside(conflict);
    } else if (choice === 'mine' && conflict.theirs) {
      saveOver(conflict.theirs, conflict.mine);
    } else {
      setConflict(null);
      onDone(conflict.theirs);
    }
  };

  return {
    save: (changes: NoteChanges) => saveOver(base, changes),
    isPending: save.isPending || create.isPending,
    conflict,
    resolve,
    dismissConflict: () => setConflict(null),
  };
}
