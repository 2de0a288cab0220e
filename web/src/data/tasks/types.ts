import type { Database } from '../../db/database.types.ts';

type Tasks = Database['public']['Tables']['tasks'];

/** What a task is created with; the database fills in the rest. */
export type NewTask = Omit<Tasks['Insert'], 'id' | 'user_id' | 'updated_at'>;

/** The fields that a change names; the others stay. */
export type TaskChanges = Omit<Tasks['Update'], 'id' | 'user_id' | 'updated_at'>;
