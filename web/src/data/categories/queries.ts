import { queryOptions } from '@tanstack/react-query';
import type { CategoryRow } from '../../db/rows.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { categoryKeys } from './keys.ts';
import { liveCategories } from './live.ts';
import { sortNames } from './pending.ts';

async function readCategories(): Promise<CategoryRow[]> {
  const supabase = await getSupabase();
  return readAll<CategoryRow>((from, to) =>
    supabase.from('categories').select('*', { count: 'exact' }).order('id').range(from, to),
  );
}

/** The names, as the client treats categories (spec section 3), in the reader's alphabet. */
function namesOf(rows: CategoryRow[]): string[] {
  return sortNames(rows.map(({ name }) => name));
}

export const categoriesQuery = queryOptions({
  queryKey: categoryKeys.all,
  queryFn: () => liveCategories.read(categoryKeys.all, readCategories),
  select: namesOf,
});
