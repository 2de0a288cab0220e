import { ALL_CATEGORIES, NO_CATEGORY } from '#domain/category.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { LazySelect } from '../../ui/lazy-select.tsx';

type Props = {
  /** Contacts can also be asked for those without a category (spec section 5). */
  offersNone?: boolean;
};

/** All, or one category (spec section 2); the same choice on every screen and in every tab. */
export function CategoryFilter({ offersNone = false }: Props) {
  const { selected, select, names } = useSelectedCategory({ offersNone });
  const options = [
    { value: ALL_CATEGORIES, label: 'All' },
    ...(offersNone ? [{ value: NO_CATEGORY, label: 'None' }] : []),
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <LazySelect
      aria-label="Category"
      variant="bar"
      className="max-w-24 min-[400px]:max-w-32 sm:max-w-48"
      value={selected}
      onValueChange={select}
      options={options}
    />
  );
}
