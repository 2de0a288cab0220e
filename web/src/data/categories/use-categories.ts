import { useQuery } from '@tanstack/react-query';
import { usePending } from '../../lib/pending.ts';
import { pendingCategories } from './pending.ts';
import { categoriesQuery } from './queries.ts';

const NONE: readonly string[] = [];

/** The query of the categories, with everything pending already in `names`. */
export function useCategories() {
  const query = useQuery(categoriesQuery);
  const names = usePending(pendingCategories, query.data ?? NONE);
  return { ...query, names };
}
