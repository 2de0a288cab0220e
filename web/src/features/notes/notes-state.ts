import type { Folder } from '../../data/folders/folders.ts';
import type { Draft } from '../../data/notes/drafts.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { skipBlocker } from '../../lib/unsaved-changes.ts';
import { Store, useStore } from '../../lib/store.ts';
import { NEW, useOpenDialog, useShowDialog, useUrlParameter } from '../../lib/url-state.ts';

/** `isNew`: it was made by one click a moment ago, and has nothing of its own yet. */
export type EditIntent = { noteUid: string; draft?: Draft | undefined; isNew?: boolean };

/** What the screen, its sidebar and its header share and the URL does not have. */
type NotesState = {
  /** Whose screen it is. */
  userId: string | null;
  /** Null is all notes (spec section 4). */
  folderUid: string | null;
  /** Folders are all open at the start. */
  closed: ReadonlySet<string>;
  /** The note to edit as soon as it is open, or NEW, perhaps from a text that was left unsaved. */
  editIntent: EditIntent | null;
  /** Asked about before it is deleted. */
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

/** From another screen, before this one knows who is signed in. */
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

/** The sidebar over a phone's screen: it has an entry of its own, so that Back closes it. */
export function useDrawer() {
  const { uid, close } = useOpenDialog('drawer', { has: () => true, isComplete: true });
  const show = useShowDialog('drawer');
  return { isOpen: uid !== null, open: () => show('notes'), close };
}

/** Who leaves the screen comes back to folders as they were; somebody else does not. */
export function enterScreen(userId: string): () => void {
  if (userId !== store.get().userId) store.set({ ...START, userId });
  return () => change({ editIntent: null, deleting: null });
}

/** The open note, `?note=`, null for none, and the way to open another one. */
export function useSelectedNote() {
  const [uid, select] = useUrlParameter('note');
  return [uid === NEW ? null : uid || null, select] as const;
}

/** Leaves a note that was deleted here: what was typed in it is given up with it. */
export function useLeaveNote(): () => void {
  const [, select] = useUrlParameter('note');
  return () => {
    skipBlocker();
    select(null);
  };
}
