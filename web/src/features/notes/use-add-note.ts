import { newUid } from '#domain/uid.ts';
import { NEW_NOTE_TITLE } from '#domain/note.ts';
import { useCreateNote } from '../../data/notes/mutations.ts';
import { requestEdit, setDrawerOpen, setFolderOpen, usePageState } from './page-state.ts';
import { useSelectedNote } from './use-selected-note.ts';

/** Creates an empty note in the current folder, selects it and edits it (spec sections 3 and 4). */
export function useAddNote() {
  const folderUid = usePageState('folderUid');
  const [, select] = useSelectedNote();
  const { mutate, isPending } = useCreateNote();
  const add = () => {
    const uid = newUid();
    const note = { uid, title: NEW_NOTE_TITLE, content: '', folder_uid: folderUid };
    mutate(note, {
      onSuccess: () => {
        setDrawerOpen(false);
        // The click that chose the folder may have closed it: what is new is to be seen.
        if (folderUid !== null) setFolderOpen(folderUid, true);
        requestEdit(uid);
        select(uid);
      },
    });
  };
  return { add, isPending };
}
