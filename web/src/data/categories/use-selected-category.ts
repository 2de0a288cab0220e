import {
  activeCategory,
  ALL_CATEGORIES,
} from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useStored } from '../../lib/use-stored.ts';
import { useCategories } from './use-categories.ts';

/**
 * The category filter of the top bar (spec section 4, local storage key selectedCategory): `all` or
 * a category that exists.
 */
export function useSelectedCategory() {
  const [stored, select] = useStored('selectedCategory', ALL_CATEGORIES);
  const { names, isSuccess } = useCategories();
  return { selected: isSuccess ? activeCategory(stored, names) : stored, select, names };
}
