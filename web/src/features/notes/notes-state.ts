import type { Folder } from '../../data/folders/folders.ts';
import type { Draft } from '../../data/notes/drafts.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { skipBlocker } from '../../lib/unsaved-changes.ts';
import { Store, useStore } from '../../lib/store.ts';
import { NEW, useOpenDialog, useShowDialog, useUrlParameter } from '../../lib/url-state.ts';

/** `isNew`: it was just created by one click and is empty. */
export type EditIntent = { noteUid: string; draft?: Draft | undefined; isNew?: boolean };

/** The state that the screen, its sidebar and its header share and that is not in the URL. */
type NotesState = {
  /** Whose screen it is. */
  userId: string | null;
  /** Null is all notes (spec section 4). */
  folderUid: string | null;
  /** All folders are open at the start. */
  closed: ReadonlySet<string>;
  /** The note to edit once it is open, or NEW; with an unsaved text to continue, if there is one. */
  editIntent: EditIntent | null;
  /** What the open dialog asks to delete. */
  deleting: NoteSummary | Folder | null;
};

const START: NotesState = {
  userId: null,
  folderUid: null,
  closed: new Set(),
  editIntent: null,
  deleting: null,
};

const store = new Store(START);

function change(next: Partial<NotesState>): void {
  store.set({ ...store.get(), ...next });
}

export function useNotesState<Key extends keyof NotesState>(key: Key): NotesState[Key] {
  return useStore(store, (state) => state[key]);
}

export function selectFolder(folderUid: string | null): void {
  change({ folderUid });
}

/** Selects a folder from another screen. */
export function showFolder(userId: string, folderUid: string): void {
  enterScreen(userId);
  selectFolder(folderUid);
}

export function setFolderOpen(uid: string, isOpen: boolean): void {
  const closed = new Set(store.get().closed);
  if (isOpen) closed.delete(uid);
  else closed.add(uid);
  change({ closed });
}

export function requestEdit(editIntent: EditIntent): void {
  change({ editIntent });
}

export function forgetEditIntent(): void {
  change({ editIntent: null });
}

export function askToDelete(deleting: NoteSummary | Folder | null): void {
  change({ deleting });
}

/** The sidebar on phones; it has a history entry, so that Back closes it. */
export function useDrawer() {
  const { uid, close } = useOpenDialog('drawer', { has: () => true, isComplete: true });
  const show = useShowDialog('drawer');
  return { isOpen: uid !== null, open: () => show('notes'), close };
}

/** Keeps the state of folders over visits of the same person, and resets it for another one. */
export function enterScreen(userId: string): () => void {
  if (userId !== store.get().userId) store.set({ ...START, userId });
  return () => change({ editIntent: null, deleting: null });
}

/** The open note, `?note=`, null for none, and a function that opens another one. */
export function useSelectedNote() {
  const [uid, select] = useUrlParameter('note');
  return [uid === NEW ? null : uid || null, select] as const;
}

/** Closes a note that was deleted here, without asking about unsaved text. */
export function useLeaveNote(): () => void {
  const [, select] = useUrlParameter('note');
  return () => {
    skipBlocker();
    select(null);
  };
}
