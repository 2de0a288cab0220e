import type { TaskRow } from '../../db/rows.ts';
import { succeed, unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { NewTask, TaskChanges } from './types.ts';

export async function insertTask(task: NewTask): Promise<TaskRow> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('tasks').insert(task).select().single());
}

/** One task; null if there is none any more. */
export async function findTask(id: number): Promise<TaskRow | null> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('tasks').select().eq('id', id)).at(0) ?? null;
}

/** Without changes it only makes sure that the task is there. */
export async function updateTask(id: number, changes: TaskChanges): Promise<TaskRow> {
  const supabase = await getSupabase();
  if (Object.keys(changes).length === 0) {
    return unwrap(await supabase.from('tasks').select().eq('id', id).single());
  }
  return unwrap(await supabase.from('tasks').update(changes).eq('id', id).select().single());
}

/** `today` is the local day that the next occurrence of a repeating task must come after. */
export async function toggleTask(id: number, today: string): Promise<TaskRow> {
  const supabase = await getSupabase();
  return unwrap(await supabase.rpc('toggle_task', { task_id: id, today }));
}

export async function deleteTask(id: number): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.from('tasks').delete().eq('id', id));
}

export async function reorderTasks(ids: number[]): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.rpc('reorder_tasks', { task_ids: ids }));
}
