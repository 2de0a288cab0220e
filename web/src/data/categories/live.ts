import type { CategoryRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { CATEGORIES } from './keys.ts';

export const liveCategories = new LiveTable<CategoryRow>({
  table: 'categories',
  root: CATEGORIES,
  belongs: () => true,
  fetchRows: async (ids) => {
    const supabase = await getSupabase();
    return unwrap(await supabase.from('categories').select().in('id', ids));
  },
});
registerLive(liveCategories);
