import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type Props = {
  /** 'Note' or 'Folder'. */
  thing: string;
  name: string;
  tabIndex: number;
  onEdit: () => void;
  onDelete: () => void;
};

/** The menu of a row of the sidebar (spec section 2, notes). */
export function RowMenu({ thing, name, tabIndex, onEdit, onDelete }: Props) {
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
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil aria-hidden />
          Edit {thing}
        </DropdownMenuItem>
        <DropdownMenuItem isDangerous onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete {thing}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
