import type { Database } from '../../db/database.types.ts';

type FolderRow = Database['public']['Tables']['folders']['Row'];

export type Folder = Pick<FolderRow, 'id' | 'name' | 'category' | 'parent_id' | 'updated_at'>;

/** What the folder form writes. */
export type FolderFields = Pick<FolderRow, 'name' | 'category' | 'parent_id'>;
