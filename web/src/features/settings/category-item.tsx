import { Pencil, Trash2 } from 'lucide-react';
import { categoryDot } from '#domain/category.ts';
import { CategoryDotMark } from '../../ui/category-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type Props = {
  name: string;
  onEdit: () => void;
  /** Gets the row that will be gone. */
  onDelete: (item: HTMLElement | null) => void;
};

export function CategoryItem({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <CategoryDotMark dot={categoryDot(name)} size="md" />
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
