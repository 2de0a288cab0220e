/** The tables of which every row belongs to a user, with the least that a new row needs. */
export const ownTables: { table: string; row: object; change: object }[] = [
  { table: 'tasks', row: { title: 'Water the plants' }, change: { title: 'Feed the cat' } },
  { table: 'categories', row: { name: 'Garden' }, change: { name: 'Kitchen' } },
  { table: 'contacts', row: { first_name: 'Ada' }, change: { first_name: 'Grace' } },
  { table: 'folders', row: { name: 'Recipes' }, change: { name: 'Travel' } },
  { table: 'notes', row: { title: 'Soup' }, change: { title: 'Bread' } },
];

/** The tables that only the edge functions touch. */
export const serviceTables = [
  'email_settings',
  'password_resets',
  'admin_events',
  'registration_settings',
  'invitations',
  'app_passwords',
  'recovery_codes',
] as const;

/** What `/api` reads: the rows that are not deleted, by number. */
export const views = ownTables.map(({ table }) => `api_${table}`);

/** Calls that users may make, with arguments that are right in form. */
export const userCalls = [
  { name: 'toggle_task', args: { task_id: 1, today: '2026-11-21' } },
  { name: 'reorder_tasks', args: { task_ids: [1] } },
  { name: 'rename_category', args: { old_name: 'Garden', new_name: 'Kitchen' } },
  { name: 'bulk_update_task_category', args: { old_category: 'Garden', new_category: 'Kitchen' } },
  { name: 'push_changes', args: { changes: [] } },
  { name: 'pull_changes', args: {} },
  { name: 'completed_tasks', args: {} },
  { name: 'search', args: { query: 'milk' } },
  {
    name: 'stage_import',
    args: { import_uid: crypto.randomUUID(), file_name: 'todo.csv', part: 1, rows: [] },
  },
  { name: 'commit_import', args: { import_uid: crypto.randomUUID(), parts: 1 } },
  { name: 'cancel_import', args: { import_uid: crypto.randomUUID() } },
  { name: 'undo_import', args: { import_uid: crypto.randomUUID() } },
  { name: 'list_imports', args: {} },
  { name: 'dav_state', args: {} },
  { name: 'dav_list', args: { kind: 'tasks', list: 'none' } },
  { name: 'dav_changes', args: { kind: 'tasks', list: 'none', since: 1 } },
  {
    name: 'dav_put',
    args: { kind: 'tasks', list: 'none', name: 'a', raw: 'b', fields: { title: 'T' } },
  },
  { name: 'dav_delete', args: { kind: 'tasks', list: 'none', name: 'a' } },
  { name: 'dav_delete_list', args: { list: crypto.randomUUID() } },
  { name: 'dav_move', args: { list: 'none', name: 'a', target: 'none' } },
  { name: 'dav_set_list', args: { list: 'none', sort_order: 1 } },
  { name: 'list_sessions', args: {} },
  { name: 'needs_second_step', args: {} },
  { name: 'end_session', args: { session: crypto.randomUUID() } },
  { name: 'list_tasks', args: {} },
  { name: 'list_categories', args: {} },
  { name: 'list_contacts', args: {} },
  { name: 'list_folders', args: {} },
  { name: 'list_notes', args: {} },
] as const;
