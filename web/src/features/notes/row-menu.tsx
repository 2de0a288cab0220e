import { memo } from 'react';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { Folder } from '../../data/folders/queries.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { openNoteWindow } from './page-state.ts';

type Props = { target: Folder | NoteSummary; tabIndex: number };

function actionsOf(target: Folder | NoteSummary) {
  if ('title' in target) {
    return {
      thing: 'Note',
      name: target.title,
      edit: () => openNoteWindow({ kind: 'edit-note', note: target }),
      remove: () => openNoteWindow({ kind: 'delete-note', note: target }),
    };
  }
  return {
    thing: 'Folder',
    name: target.name,
    edit: () => openNoteWindow({ kind: 'edit-folder', folder: target }),
    remove: () => openNoteWindow({ kind: 'delete-folder', folder: target }),
  };
}

/**
 * The menu of a row of the sidebar (spec section 2, notes). The dearest part of a row: while a note
 * is dragged, rows are drawn again and again, and their menus are not.
 */
export const RowMenu = memo(function RowMenu({ target, tabIndex }: Props) {
  const { thing, name, edit, remove } = actionsOf(target);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          label={`${thing} menu: ${name}`}
          data-tooltip={undefined}
          tabIndex={tabIndex}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={edit}>
          <Pencil aria-hidden />
          Edit {thing}
        </DropdownMenuItem>
        <DropdownMenuItem isDangerous onSelect={remove}>
          <Trash2 aria-hidden />
          Delete {thing}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
});
