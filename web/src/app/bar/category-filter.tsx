import { ALL_CATEGORIES } from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { LazySelect } from '../../ui/lazy-select.tsx';

/** All, or one category (spec section 2); the same choice on every screen and in every tab. */
export function CategoryFilter() {
  const { selected, select, names } = useSelectedCategory();
  const options = [
    { value: ALL_CATEGORIES, label: 'All' },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <LazySelect
      aria-label="Category"
      variant="bar"
      className="max-w-32 sm:max-w-48"
      value={selected}
      onValueChange={select}
      options={options}
    />
  );
}
