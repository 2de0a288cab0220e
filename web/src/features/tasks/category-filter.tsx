import {
  ALL_CATEGORIES,
  categoryLabel,
} from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { Select } from '../../ui/select.tsx';

/** The category dropdown of the top bar: All and the categories there are (spec section 2). */
export function CategoryFilter() {
  const { selected, select, names } = useSelectedCategory();
  return (
    <Select
      variant="bar"
      aria-label="Category"
      value={names.includes(selected) ? selected : ALL_CATEGORIES}
      onValueChange={select}
      options={[
        { value: ALL_CATEGORIES, label: 'All' },
        ...names.map((name) => ({ value: name, label: categoryLabel(name) })),
      ]}
    />
  );
}
