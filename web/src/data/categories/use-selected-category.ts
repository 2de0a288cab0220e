import { useQuery } from '@tanstack/react-query';
import {
  activeCategory,
  ALL_CATEGORIES,
} from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useStored } from '../../lib/use-stored.ts';
import { categoriesQuery } from './queries.ts';

const NONE: string[] = [];

/**
 * The category filter of the top bar (spec section 4, local storage key selectedCategory): `all` or
 * a category that exists.
 */
export function useSelectedCategory() {
  const [stored, select] = useStored('selectedCategory', ALL_CATEGORIES);
  const { data: names = NONE, isSuccess } = useQuery(categoriesQuery);
  return { selected: isSuccess ? activeCategory(stored, names) : stored, select, names };
}
