import { NO_CATEGORY } from '#domain/category.ts';
import { CONTACT_LIMITS } from '#domain/contact.ts';
import type { Fields, TableName } from './changes.ts';

/** What somebody types, in contrast to ticking, moving and dragging. As private.is_typed() has it. */
const TYPED: Record<TableName, (column: string) => boolean> = {
  tasks: (column) => column === 'title' || column === 'description',
  categories: (column) => column === 'name',
  contacts: (column) => column !== 'category',
  folders: (column) => column === 'name',
  notes: (column) => column === 'title' || column === 'content',
};

/** What the database keeps about every row. */
const KEPT = [
  'uid',
  'id',
  'user_id',
  'rev',
  'edited_rev',
  'deleted_at',
  'created_at',
  'updated_at',
];

/** Whether somebody types a column of a row: see `TYPED`. */
export function isTypedColumn(table: TableName, column: string): boolean {
  return TYPED[table](column) && !KEPT.includes(column);
}

/** What a row has that its creation does not name. */
export const DEFAULTS: Record<TableName, Fields> = {
  tasks: {
    description: null,
    priority: 'medium',
    category: null,
    completed: false,
    completed_at: null,
    due_date: null,
    repeat_type: 'none',
    repeat_anchor_day: null,
    spawned_untouched: false,
    rank: null,
  },
  categories: { color: null },
  contacts: {
    ...Object.fromEntries(Object.keys(CONTACT_LIMITS).map((column) => [column, null])),
    category: NO_CATEGORY,
  },
  folders: { category: '', parent_uid: null, deleted_with: null },
  notes: { folder_uid: null, pinned: false, deleted_with: null, content_rev: 0 },
};
