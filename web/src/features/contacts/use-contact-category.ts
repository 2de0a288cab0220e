import { NO_CONTACT_CATEGORY } from '../../../../supabase/functions/_shared/domain/contacts-form.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useStored } from '../../lib/use-stored.ts';

/** The category filter as contacts understand it (spec section 5): 'all', 'none' or a name. */
export function useContactCategory(): { selected: string; names: readonly string[] } {
  const { selected, names } = useSelectedCategory();
  const [stored] = useStored('selectedCategory', selected);
  return { selected: stored === NO_CONTACT_CATEGORY ? stored : selected, names };
}
