import { isCompletedOn } from '../../../../supabase/functions/_shared/domain/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { Pending } from '../../lib/pending.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { TASKS } from './keys.ts';

export const liveTasks = new LiveTable<TaskRow>({
  table: 'tasks',
  root: TASKS,
  belongs: (row, [, list, day]) =>
    list === 'open' ? !row.completed : isCompletedOn(row, String(day)),
  fetchRows: async (ids) => {
    const supabase = await getSupabase();
    return unwrap(await supabase.from('tasks').select().in('id', ids));
  },
});
registerLive(liveTasks);

/** Changes of tasks that the server has not answered yet. */
export const pendingTasks = new Pending<TaskRow>();
