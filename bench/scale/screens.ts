import type { SupabaseClient } from '@supabase/supabase-js';

/** Ids of what one user has. */
export type Own = {
  userId: string;
  openTasks: number[];
  contacts: number[];
  notes: { id: number; updated_at: string }[];
  folders: number[];
};

/** One question that a screen asks (web/src/data), of somebody's own data. */
export type Question = {
  name: string;
  ask(client: SupabaseClient, own: Own): PromiseLike<{ error: unknown }>;
};

const CONTACT =
  'id,first_name,middle_name,last_name,suffix,display_full_name,title,company,category,email_address,mobile_phone,phone,address_one,address_two,city,state,zip_code,updated_at';
const NOTE = 'id, title, folder_id, created_at, updated_at';
const FOLDER = 'id, name, category, parent_id, updated_at';
const TODAY = new Date().toISOString().slice(0, 10);
const DAY = 86_400_000;

const list = (client: SupabaseClient, table: string, columns: string) =>
  client.from(table).select(columns, { count: 'exact' }).order('id').range(0, 999);

const reading: Question[] = [
  {
    name: 'open tasks',
    ask: (client) =>
      client
        .from('tasks')
        .select('*', { count: 'exact' })
        .eq('completed', false)
        .order('sort_order')
        .order('due_date', { nullsFirst: false })
        .order('id')
        .range(0, 999),
  },
  { name: 'open tasks, all at once', ask: (client) => client.rpc('list_open_tasks') },
  {
    name: 'tasks completed today',
    ask: (client) =>
      client
        .from('tasks')
        .select('*', { count: 'exact' })
        .gte('completed_at', new Date(Date.parse(TODAY)).toISOString())
        .lt('completed_at', new Date(Date.parse(TODAY) + DAY).toISOString())
        .order('id')
        .range(0, 999),
  },
  {
    name: 'tasks by id',
    ask: (client, { openTasks }) =>
      client.from('tasks').select('*').in('id', openTasks.slice(0, 5)),
  },
  { name: 'categories', ask: (client) => list(client, 'categories', '*') },
  {
    name: 'own profile',
    ask: (client, { userId }) => client.from('profiles').select().in('id', [userId]),
  },
  { name: 'contacts', ask: (client) => list(client, 'contacts', CONTACT) },
  ...(
    ['last_name,first_name', 'first_name,last_name', 'company,last_name,first_name'] as const
  ).map((columns): Question => ({
    name: `contacts that stand first by ${columns.split(',')[0]?.replace('_', ' ')}`,
    ask: (client) => {
      let query = client.from('contacts').select(CONTACT);
      for (const column of columns.split(',')) query = query.order(column, { nullsFirst: true });
      return query.order('id').limit(60);
    },
  })),
  {
    name: 'contacts by id',
    ask: (client, { contacts }) =>
      client.from('contacts').select(CONTACT).in('id', contacts.slice(0, 5)),
  },
  { name: 'notes', ask: (client) => list(client, 'notes', NOTE) },
  {
    name: 'a note',
    ask: (client, { notes }) =>
      client
        .from('notes')
        .select(`${NOTE}, content`)
        .eq('id', notes[0]?.id ?? 0),
  },
  {
    name: 'notes that contain a text',
    ask: (client) =>
      client
        .from('notes')
        .select('id', { count: 'exact' })
        .ilike('content', '%remembered%')
        .order('id')
        .range(0, 999),
  },
  { name: 'folders', ask: (client) => list(client, 'folders', FOLDER) },
  { name: 'GET /api/tasks', ask: (client) => client.rpc('list_tasks') },
  { name: 'GET /api/contacts', ask: (client) => client.rpc('list_contacts') },
  { name: 'GET /api/notes', ask: (client) => client.rpc('list_notes') },
];

const writing: Question[] = [
  { name: 'add a task', ask: (client) => client.from('tasks').insert({ title: 'New' }).select() },
  {
    name: 'edit a task',
    ask: (client, { openTasks }) =>
      client
        .from('tasks')
        .update({ title: 'Edited' })
        .eq('id', openTasks[0] ?? 0)
        .select(),
  },
  {
    name: 'complete a task',
    ask: (client, { openTasks }) =>
      client.rpc('toggle_task', { task_id: openTasks[1], today: TODAY }),
  },
  {
    name: 'complete a repeating task',
    ask: (client, { openTasks }) =>
      client.rpc('toggle_task', { task_id: openTasks[9], today: TODAY }),
  },
  {
    name: 'reorder 28 tasks',
    ask: (client, { openTasks }) =>
      client.rpc('reorder_tasks', { task_ids: openTasks.slice(2).toReversed() }),
  },
  {
    name: 'delete a task',
    ask: (client, { openTasks }) =>
      client
        .from('tasks')
        .delete()
        .eq('id', openTasks[2] ?? 0),
  },
  {
    name: 'rename a category',
    ask: (client) => client.rpc('rename_category', { old_name: 'Category 1', new_name: 'Home' }),
  },
  {
    name: 'move tasks of a category',
    ask: (client) =>
      client.rpc('bulk_update_task_category', {
        old_category: 'Category 2',
        new_category: 'Category 3',
      }),
  },
  {
    name: 'delete a category',
    ask: (client) => client.from('categories').delete().eq('name', 'Category 2').select('id'),
  },
  {
    name: 'edit a contact',
    ask: (client, { contacts }) =>
      client
        .from('contacts')
        .update({ city: 'Vienna' })
        .eq('id', contacts[0] ?? 0)
        .select(CONTACT),
  },
  {
    name: 'save a note',
    ask: (client, { notes: [note] }) =>
      client
        .from('notes')
        .update({ content: 'New' })
        .eq('id', note?.id ?? 0)
        .eq('updated_at', note?.updated_at ?? '')
        .select(NOTE),
  },
  {
    name: 'move a note',
    ask: (client, { notes, folders }) =>
      client
        .from('notes')
        .update({ folder_id: folders[1] ?? null })
        .eq('id', notes[0]?.id ?? 0)
        .select(NOTE),
  },
  {
    name: 'move a folder',
    ask: (client, { folders }) =>
      client
        .from('folders')
        .update({ parent_id: folders[1] ?? null })
        .eq('id', folders[2] ?? 0)
        .select(FOLDER),
  },
  {
    name: 'delete a folder and what is in it',
    ask: (client, { folders }) =>
      client
        .from('folders')
        .delete()
        .eq('id', folders[0] ?? 0),
  },
];

/** Asked by the functions behind the screens, with the secret key. */
export const asService: Question[] = [
  {
    name: 'whether a name is taken',
    ask: (client) =>
      client.rpc('taken_names', { wanted_username: 'user-7', wanted_email: 'user-8@example.com' }),
  },
  {
    name: 'accounts to recover',
    ask: (client) =>
      client.rpc('accounts_to_recover', {
        address: 'user-7@users.almanac.invalid',
        mail: 'user-8@example.com',
      }),
  },
];

/** In an order in which each finds what it needs. */
export const asUser: Question[] = [...reading, ...writing];
