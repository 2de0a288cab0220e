import { activeCategory, ALL_CATEGORIES, NO_CATEGORY } from '#domain/category.ts';
import { useStored } from '../../lib/storage.ts';
import { useCategories } from './queries.ts';

/**
 * The category filter of the header (docs/spec.md, section 4, local storage key selectedCategory): `all`, a
 * category that exists, or on the screen that offers it `none`.
 */
export function useSelectedCategory({ offersNone = false } = {}) {
  const [stored, select] = useStored('selectedCategory', ALL_CATEGORIES);
  const { names, state } = useCategories();
  // Until the categories are there, the stored one is believed to be among them.
  const known = state.status === 'ready' || stored === NO_CATEGORY ? names : [stored];
  return { selected: activeCategory(stored, known, offersNone), select, names };
}
