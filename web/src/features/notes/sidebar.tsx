import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useDroppable } from '@dnd-kit/core';
import { FolderPlus, Library } from 'lucide-react';
import { ALL_CATEGORIES, categoryLabel } from '#domain/category.ts';
import { useCategoryColors, useSelectedCategory } from '../../data/categories/categories.ts';
import type { Folder } from '../../data/folders/folders.ts';
import { notesContainingQuery, type NoteSummary } from '../../data/notes/queries.ts';
import { NEW, useSearchField, useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShownOnly } from '../../ui/category-mark.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { byLastEdit, foundNotes, memoizedSort, sidebarRows } from './folder-tree.ts';
import { selectFolder, useNotesState, useSelectedNote } from './notes-state.ts';
import { ALL_NOTES, SidebarDrag } from './sidebar-drag.tsx';
import { SidebarList } from './sidebar-list.tsx';
import { rowStyles } from './sidebar-row.tsx';

type Props = {
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
  /** In a phone's drawer. */
  isDrawer?: boolean;
};

const NO_UIDS: string[] = [];

function AllNotes({ count, onShow }: { count: number; onShow: () => void }) {
  const isSelected = useNotesState('folderUid') === null;
  const { setNodeRef, isOver } = useDroppable({ id: ALL_NOTES });
  return (
    <div
      ref={setNodeRef}
      className={clsx(
        'mx-2 mb-1 flex h-10 shrink-0 items-center rounded-half hover:bg-hover md:h-9',
        isSelected && 'bg-accent-soft',
        isOver && 'outline-2 -outline-offset-2 outline-accent-ink',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        className={clsx(rowStyles, 'pl-2')}
        onClick={() => {
          selectFolder(null);
          onShow();
        }}
      >
        <Library aria-hidden className="text-accent-ink" />
        <span className="flex-1 font-medium">All Notes</span>
      </button>
      <span className="px-2 text-xs text-faint">{count}</span>
    </div>
  );
}

/** The value, `delay` milliseconds after its last change. */
function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}

/** The rows: the tree, or the results of the search. */
function useRows({ folders, notes }: Props, search: string) {
  const closed = useNotesState('closed');
  const [sort] = useState(memoizedSort);
  const { selected: category } = useSelectedCategory('folders');
  const text = useDeferredValue(search.trim());
  const asked = useDebounced(text, 200);
  const { data: ids = NO_UIDS } = useQuery({
    ...notesContainingQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      text === ''
        ? sidebarRows({ folders, notes, closed, category, sort })
        : foundNotes(notes, text, new Set(asked === '' ? NO_UIDS : ids)),
    [folders, notes, closed, category, sort, text, asked, ids],
  );
}

/** The notes sidebar (spec section 2): all notes, notes at the root, the folder tree. */
export function Sidebar({ folders, notes, isDrawer = false }: Props) {
  const [search, setSearch] = useSearchField();
  const showFolder = useShowDialog('folder');
  const { selected: category, select: choose } = useSelectedCategory('folders');
  const colorOf = useCategoryColors();
  const isFiltered = category !== ALL_CATEGORIES;
  const rows = useRows({ folders, notes }, search);
  const all = useMemo(
    () => (isFiltered ? byLastEdit(notes, folders, { category, folderUid: null }) : notes),
    [isFiltered, notes, folders, category],
  );
  const [selectedUid, select] = useSelectedNote();
  const folderName = useCallback(
    (uid: string) => folders.find((folder) => folder.uid === uid)?.name ?? '',
    [folders],
  );
  return (
    <SidebarDrag notes={notes} folderName={folderName}>
      <div className={clsx('flex items-center gap-1 px-4 pt-3 pb-2', isDrawer && 'pr-12')}>
        <h2 className="flex-1 text-lg font-semibold">Notes</h2>
        <IconButton label="New folder" onClick={() => showFolder(NEW)}>
          <FolderPlus aria-hidden />
        </IconButton>
      </div>
      <SearchInput label="Search notes" className="mx-2 mb-2" value={search} onSearch={setSearch} />
      {isFiltered && notes.length + folders.length > 0 ? (
        <div className="mx-2 mb-2 flex">
          <ShownOnly
            color={colorOf(category)}
            label={categoryLabel(category)}
            onShowAll={() => choose(ALL_CATEGORIES)}
          />
        </div>
      ) : null}
      <AllNotes
        count={all.length}
        onShow={() => {
          // The list takes the place of a note, and is behind the drawer.
          if (selectedUid !== null || isDrawer) select(null);
        }}
      />
      {rows.length === 0 ? (
        <output className="block px-4 py-3 text-soft">
          {search.trim() ? 'No notes found' : 'No notes yet'}
        </output>
      ) : null}
      <SidebarList rows={rows} isDrawer={isDrawer} selectedUid={selectedUid} onSelect={select} />
    </SidebarDrag>
  );
}
