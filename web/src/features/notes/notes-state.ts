import { useSearchParams } from 'react-router-dom';
import type { Draft } from '../../data/notes/drafts.ts';
import type { Folder } from '../../data/folders/queries.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { UNASKED } from '../../lib/leaving.ts';
import { Store, useStore } from '../../lib/store.ts';

/** Which window lies over the notes screen. */
export type NoteWindow =
  | { kind: 'create-note'; draft?: Draft }
  | { kind: 'edit-note'; note: NoteSummary }
  | { kind: 'delete-note'; note: NoteSummary }
  | { kind: 'create-folder' }
  | { kind: 'edit-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder };

type PageState = {
  window: NoteWindow | null;
  /** Null is all notes (spec section 4). */
  folderUid: string | null;
  /** Folders are all open at the start. */
  closed: ReadonlySet<string>;
  /** The note to edit as soon as it is open, perhaps from text that was left unsaved. */
  editIntent: { noteUid: string; draft?: Draft } | null;
  isDrawerOpen: boolean;
};

const START: PageState = {
  window: null,
  folderUid: null,
  closed: new Set(),
  editIntent: null,
  isDrawerOpen: false,
};

const store = new Store(START);

function change(next: Partial<PageState>): void {
  store.set({ ...store.get(), ...next });
}

/** One part of what the notes screen, its sidebar and its button in the top bar share. */
export function useNotesState<Key extends keyof PageState>(key: Key): PageState[Key] {
  return useStore(store, (state) => state[key]);
}

export function openNoteWindow(window: NoteWindow | null): void {
  change({ window });
}

export function selectFolder(folderUid: string | null): void {
  change({ folderUid });
}

export function setFolderOpen(uid: string, isOpen: boolean): void {
  const closed = new Set(store.get().closed);
  if (isOpen) closed.delete(uid);
  else closed.add(uid);
  change({ closed });
}

export function requestEdit(noteUid: string, draft?: Draft): void {
  change({ editIntent: draft ? { noteUid, draft } : { noteUid } });
}

export function forgetEditIntent(): void {
  change({ editIntent: null });
}

export function setDrawerOpen(isDrawerOpen: boolean): void {
  if (isDrawerOpen !== store.get().isDrawerOpen) change({ isDrawerOpen });
}

/** Whoever leaves the screen comes back to folders as they were, and to no open window. */
export function leavePage(): void {
  change({ window: null, editIntent: null, isDrawerOpen: false });
}

type Select = (uid: string | null, options?: { isUnasked: boolean }) => void;

/** The open note is part of the address, so that going back, reloading and sharing a link work. */
export function useSelectedNote(): [string | null, Select] {
  const [parameters, setParameters] = useSearchParams();
  const select: Select = (next, { isUnasked } = { isUnasked: false }) =>
    setParameters(next === null ? {} : { note: next }, isUnasked ? { state: UNASKED } : {});
  return [parameters.get('note') || null, select];
}
