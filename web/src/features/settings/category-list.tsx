import { useEffect, useRef, useState } from 'react';
import { Check, Pencil, Trash2, X } from 'lucide-react';
import { CATEGORY_NAME_LIMIT, isReservedName, nameAfterEdit } from '#domain/category.ts';
import {
  useDeleteCategory,
  useRenameCategory,
  useCategoryColors,
} from '../../data/categories/categories.ts';
import { IconButton } from '../../ui/button.tsx';
import { CategoryDot } from '../../ui/category-mark.tsx';
import { Input } from '../../ui/input.tsx';

type CategoryItemProps = {
  name: string;
  onEdit: () => void;
  /** Gets the row that will be gone. */
  onDelete: (item: HTMLElement | null) => void;
};

function CategoryItem({ name, onEdit, onDelete }: CategoryItemProps) {
  const colorOf = useCategoryColors();
  return (
    <>
      <CategoryDot color={colorOf(name)} size="md" />
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

type RenameCategoryProps = {
  name: string;
  names: readonly string[];
  /** Gets the name that the category has now. */
  onClose: (name: string) => void;
};

/** A name being edited in its place: Enter confirms, Escape cancels (docs/spec.md, section 2). */
function RenameCategory({ name, names, onClose }: RenameCategoryProps) {
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const { mutate: rename } = useRenameCategory();
  useEffect(() => input.current?.select(), []);
  const confirm = () => {
    const next = nameAfterEdit(name, text, names);
    const isAccepted = next !== null && !isReservedName(next);
    if (isAccepted) rename({ from: name, to: next });
    onClose(isAccepted ? next : name);
  };
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Input
        ref={input}
        aria-label={`New name of ${name}`}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={CATEGORY_NAME_LIMIT}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(name);
        }}
      />
      <IconButton type="submit" label="Save name">
        <Check aria-hidden />
      </IconButton>
      <IconButton label="Cancel" onClick={() => onClose(name)}>
        <X aria-hidden />
      </IconButton>
    </form>
  );
}

type CategoryListProps = {
  names: readonly string[];
  /** The last one was deleted: where the focus goes then. */
  onEmptied: () => void;
};

function focusControl(item: Element | null | undefined, control: 'rename' | 'delete'): boolean {
  const button = item?.querySelector<HTMLElement>(`[data-control="${control}"]`);
  button?.focus();
  return Boolean(button);
}

/** One row a category. After each action the focus stays where the work is. */
export function CategoryList({ names, onEmptied }: CategoryListProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const { mutate: remove } = useDeleteCategory();
  /** The category whose row takes the focus when it is drawn. */
  const returning = useRef<string | null>(null);
  return (
    <ul aria-label="Categories" className="divide-y divide-line">
      {names.map((name) => (
        <li
          key={name}
          ref={(item) => {
            if (item && returning.current === name && focusControl(item, 'rename')) {
              returning.current = null;
            }
          }}
          className="flex min-h-13 items-center gap-2 py-1.5 pr-2 pl-4"
        >
          {edited === name ? (
            <RenameCategory
              name={name}
              names={names}
              onClose={(next) => {
                returning.current = next;
                setEdited(null);
              }}
            />
          ) : (
            <CategoryItem
              name={name}
              onEdit={() => setEdited(name)}
              onDelete={(item) => {
                const hasNeighbour =
                  focusControl(item?.nextElementSibling, 'delete') ||
                  focusControl(item?.previousElementSibling, 'delete');
                if (!hasNeighbour) onEmptied();
                remove(name);
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
