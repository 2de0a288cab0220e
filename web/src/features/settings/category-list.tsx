import { useEffect, useRef, useState, type RefObject } from 'react';
import { Check, Pencil, Trash2, X } from 'lucide-react';
import {
  CATEGORY_COLORS,
  CATEGORY_NAME_LIMIT,
  categoryColor,
  categoryLabel,
  isReservedName,
  keepingText,
  nameAfterEdit,
} from '#domain/category.ts';
import {
  categoryUseNow,
  useCategoryColors,
  useChooseCategoryColor,
  useChosenColor,
  useDeleteCategory,
  useRenameCategory,
} from '../../data/categories/categories.ts';
import { IconButton } from '../../ui/button.tsx';
import { CategoryDot } from '../../ui/category-mark.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import { Input } from '../../ui/input.tsx';

/** The option without a chosen colour. */
const BY_NAME = 'name';

/** The dot as a button with a menu of colours, or the automatic one of the name. */
function ColorMenu({ name }: { name: string }) {
  const color = useCategoryColors()(name);
  const chosen = useChosenColor(name);
  const { mutate: choose } = useChooseCategoryColor();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={`Color of ${name}`} data-tooltip="Color" className="-ml-2.5">
          <CategoryDot color={color} size="md" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuRadioGroup
          aria-label={`Color of ${name}`}
          value={chosen ?? BY_NAME}
          onValueChange={(value) =>
            choose({ name, color: CATEGORY_COLORS.find((one) => one === value) ?? null })
          }
        >
          <DropdownMenuRadioItem value={BY_NAME}>
            <CategoryDot color={categoryColor(name)} size="md" />
            Automatic
          </DropdownMenuRadioItem>
          {CATEGORY_COLORS.map((one) => (
            <DropdownMenuRadioItem key={one} value={one}>
              <CategoryDot color={one} size="md" />
              {categoryLabel(one)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type CategoryItemProps = {
  name: string;
  onEdit: () => void;
  /** Called with the row of the category. */
  onDelete: (item: HTMLElement | null) => void;
};

function CategoryItem({ name, onEdit, onDelete }: CategoryItemProps) {
  return (
    <>
      <ColorMenu name={name} />
      <span dir="auto" className="min-w-0 flex-1 px-1 wrap-anywhere">
        {name}
      </span>
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
  /** Called with the category's name, old or new. */
  onClose: (name: string) => void;
};

/** Edits a name in place: Enter confirms, Escape cancels (spec section 2). */
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
        dir="auto"
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

/** Where the focus goes when a row is removed: to the row below it, else to the one above. */
function neighbourOf(item: HTMLElement | null): HTMLElement | null {
  const rows = [item?.nextElementSibling, item?.previousElementSibling];
  const buttons = rows.map((row) => row?.querySelector<HTMLElement>('[data-control="delete"]'));
  return buttons.find((button) => button) ?? null;
}

type CategoryListProps = {
  names: readonly string[];
  /** Gets the focus when the last category was deleted. */
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The categories, one per row. After each action the focus stays in the list. */
export function CategoryList({ names, inputRef }: CategoryListProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = useDeleteCategory();
  /** The category whose row gets the focus when it is rendered. */
  const returning = useRef<string | null>(null);
  const focusOtherwise = useRef<HTMLElement>(null);
  return (
    <>
      <ul aria-label="Categories" className="divide-y divide-line">
        {names.map((name) => (
          <li
            key={name}
            ref={(item) => {
              if (!item || returning.current !== name) return;
              const button = item.querySelector<HTMLElement>('[data-control="rename"]');
              if (button) returning.current = null;
              button?.focus();
            }}
            className="flex min-h-13 items-center gap-2 py-1.5"
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
                  focusOtherwise.current = neighbourOf(item) ?? inputRef.current;
                  setAsked(name);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <ConfirmDialog
          onClose={() => {
            if (!remove.isPending) setAsked(null);
          }}
          title="Delete Category"
          text={`Are you sure you want to delete “${asked}”? ${keepingText(categoryUseNow(asked))}`}
          isPending={remove.isPending}
          focusOtherwise={focusOtherwise}
          onConfirm={() => remove.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </>
  );
}
