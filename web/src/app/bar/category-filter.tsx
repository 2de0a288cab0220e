import { ALL_CATEGORIES } from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { Select } from '../../ui/select.tsx';
import { categoryFilterLook } from './bar-buttons.tsx';

/** All, or one category (spec section 2); the same choice on every screen and in every tab. */
export function CategoryFilter({ defaultOpen }: { defaultOpen: boolean }) {
  const { selected, select, names } = useSelectedCategory();
  const options = [
    { value: ALL_CATEGORIES, label: 'All' },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Select
      aria-label="Category"
      variant="bar"
      className={categoryFilterLook}
      defaultOpen={defaultOpen}
      value={selected}
      onValueChange={select}
      options={options}
    />
  );
}
