import { useRef, useState } from 'react';
import { useDeleteCategory } from '../../data/categories/mutations.ts';
import { CategoryItem } from './category-item.tsx';
import { RenameCategory } from './rename-category.tsx';

type Props = {
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
export function CategoryList({ names, onEmptied }: Props) {
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
