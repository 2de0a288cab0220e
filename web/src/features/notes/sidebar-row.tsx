import { memo, type KeyboardEvent } from 'react';
import { clsx } from 'clsx';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import {
  ChevronRight,
  Ellipsis,
  FileText,
  Folder as FolderIcon,
  FolderOpen,
  GripVertical,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import type { Folder } from '../../data/folders/folders.ts';
import { usePinNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import { shortDay, type SidebarRow } from './folder-tree.ts';
import { NotePreview } from './recent-notes.tsx';
import { askToDelete, selectFolder, setFolderOpen, useNotesState } from './notes-state.ts';

const lineStyles = 'group relative flex h-full items-center rounded-half hover:bg-hover';
export const rowStyles =
  'flex h-full min-w-0 flex-1 items-center gap-2 rounded-half pr-1 text-start select-none focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0';

/** Over the row's end, so that the title has the whole width until the row has hover or focus. */
const toolsStyles =
  'flex shrink-0 items-center rounded-half md:pointer-fine:absolute md:pointer-fine:right-0 md:pointer-fine:bg-hover md:pointer-fine:opacity-0 md:pointer-fine:group-focus-within:opacity-100 md:pointer-fine:group-hover:opacity-100 md:pointer-fine:has-data-[state=open]:opacity-100';

const INDENT = 14;

/** Created once, because every row renders during a drag and React skips identical elements. */
const ICONS = {
  note: <FileText aria-hidden className="ml-6 text-soft" />,
  pinned: <Pin aria-hidden className="text-accent-ink" />,
  grip: <GripVertical aria-hidden className="size-4" />,
  openFolder: <FolderOpen aria-hidden className="text-accent-ink" />,
  closedFolder: <FolderIcon aria-hidden className="text-accent-ink" />,
};

type RowProps<Kind extends SidebarRow['kind']> = {
  row: Extract<SidebarRow, { kind: Kind }>;
  /** The one row that Tab reaches; arrow keys move from row to row. */
  isTabStop: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: () => void;
};

function PinItem({ note: { uid, pinned } }: { note: NoteSummary }) {
  const { mutate: pin } = usePinNote();
  return (
    <DropdownMenuItem onSelect={() => pin({ uid, pinned: !pinned })}>
      {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      {pinned ? 'Unpin' : 'Pin'}
    </DropdownMenuItem>
  );
}

type RowMenuProps = { target: Folder | NoteSummary; tabIndex: number };

/**
 * The menu of a row (spec section 2). Memoized as the most expensive part: every row renders during a
 * drag.
 */
const RowMenu = memo(function RowMenu({ target, tabIndex }: RowMenuProps) {
  const isNote = 'title' in target;
  const noun = isNote ? 'Note' : 'Folder';
  const name = isNote ? target.title : target.name;
  const showDialog = useShowDialog(isNote ? 'edit' : 'folder');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          label={`${noun} menu: ${name}`}
          data-tooltip={undefined}
          tabIndex={tabIndex}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => showDialog(target.uid)}>
          <Pencil aria-hidden />
          Edit {noun}
        </DropdownMenuItem>
        {isNote ? <PinItem note={target} /> : null}
        <DropdownMenuItem isDangerous onSelect={() => askToDelete(target)}>
          <Trash2 aria-hidden />
          Delete {noun}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
});

/** What the button of a folder's row and of a note's has alike. */
function buttonProps({
  row,
  isTabStop,
  onKeyDown,
  onFocus,
}: RowProps<'folder'> | RowProps<'note'>) {
  return {
    type: 'button',
    'data-row': row.key,
    tabIndex: isTabStop ? 0 : -1,
    onKeyDown,
    onFocus,
    className: rowStyles,
    style: { paddingLeft: 6 + row.level * INDENT },
  } as const;
}

/** A folder: a click selects it and toggles it; notes can be dropped on it. */
export function FolderRow(props: RowProps<'folder'>) {
  const { row, isTabStop } = props;
  const { folder, isOpen, noteCount } = row;
  const isSelected = useNotesState('folderUid') === folder.uid;
  const { setNodeRef, isOver } = useDroppable({ id: row.key, data: { folderUid: folder.uid } });
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      ref={setNodeRef}
      className={clsx(
        lineStyles,
        isSelected && 'bg-accent-soft',
        isOver && 'outline-2 -outline-offset-2 outline-accent-ink',
      )}
    >
      <button
        {...buttonProps(props)}
        aria-expanded={isOpen}
        aria-pressed={isSelected}
        onClick={() => {
          selectFolder(folder.uid);
          setFolderOpen(folder.uid, !isOpen);
        }}
      >
        <ChevronRight
          aria-hidden
          className={clsx('text-faint transition-transform', isOpen && 'rotate-90')}
        />
        {isOpen ? ICONS.openFolder : ICONS.closedFolder}
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {folder.name}
        </span>
      </button>
      {noteCount > 0 ? <span className="px-2 text-xs text-faint">{noteCount}</span> : null}
      <div className={toolsStyles}>
        <RowMenu target={folder} tabIndex={tabIndex} />
      </div>
    </div>
  );
}

type NoteRowProps = RowProps<'note'> & {
  isSelected: boolean;
  hasPreview: boolean;
  onSelect: (uid: string) => void;
  onNear: (note: NoteSummary) => void;
};

/** A note: a click opens it; it can be dragged, by keyboard with its handle. */
export function NoteRow(props: NoteRowProps) {
  const { row, isTabStop, isSelected, hasPreview, onSelect, onNear } = props;
  const { note } = row;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: row.key,
    data: { noteUid: note.uid, title: note.title },
  });
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      ref={setNodeRef}
      className={clsx(lineStyles, isSelected && 'bg-accent-soft', isDragging && 'opacity-40')}
      {...listeners}
    >
      <button
        {...buttonProps(props)}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(note.uid)}
        onPointerEnter={() => onNear(note)}
      >
        {ICONS.note}
        <span className="min-w-0 flex-1">
          <span
            dir="auto"
            className={clsx('block truncate', isSelected && 'font-medium text-accent-ink')}
          >
            {note.title}
          </span>
          {hasPreview ? <NotePreview note={note} /> : null}
        </span>
        {note.pinned ? ICONS.pinned : null}
        <span
          aria-hidden
          className="shrink-0 pr-1 text-xs text-faint tabular-nums md:pointer-coarse:hidden"
        >
          {shortDay(note)}
        </span>
      </button>
      <div className={toolsStyles}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          aria-label={`Move ${note.title}`}
          {...attributes}
          tabIndex={tabIndex}
          className="hidden size-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-half text-faint md:inline-flex md:pointer-coarse:hidden"
        >
          {ICONS.grip}
        </button>
        <RowMenu target={note} tabIndex={tabIndex} />
      </div>
    </div>
  );
}
