import { Pencil, Trash2 } from 'lucide-react';
import {
  categoryDot,
  type CategoryDot,
} from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const dots: Record<CategoryDot, string> = {
  purple: 'bg-dot-purple',
  green: 'bg-dot-green',
  blue: 'bg-dot-blue',
  slate: 'bg-dot-slate',
};

type Props = {
  name: string;
  onEdit: () => void;
  /** Gets the row that will be gone. */
  onDelete: (item: HTMLElement | null) => void;
};

export function CategoryItem({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${dots[categoryDot(name)]}`} />
      <span className="min-w-0 flex-1 px-1 wrap-anywhere">{name}</span>
      <IconButton
        label={`Rename ${name}`}
        data-tooltip="Rename"
        data-control="rename"
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={`Delete ${name}`}
        data-tooltip="Delete"
        data-control="delete"
        variant="danger"
        onClick={(event) => onDelete(event.currentTarget.closest('li'))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
