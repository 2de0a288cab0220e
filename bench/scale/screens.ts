import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

/** What one user has: uids in the order of their numbers, and how far the history has come. */
export type Own = {
  userId: string;
  history: string;
  rev: number;
  openTasks: { id: number; uid: string }[];
  contacts: string[];
  notes: { uid: string; content_rev: number }[];
  folders: string[];
  categories: string[];
};

/** One question that a device or a program asks, of somebody's own data. */
export type Question = {
  name: string;
  ask(client: SupabaseClient, own: Own): PromiseLike<{ error: unknown }>;
};

const TODAY = new Date().toISOString().slice(0, 10);

const reading: Question[] = [
  { name: 'pull: a new device', ask: (client) => client.rpc('pull_changes', {}) },
  {
    name: 'pull: nothing new',
    ask: (client, { history, rev: since }) => client.rpc('pull_changes', { history, since }),
  },
  {
    name: 'pull: the last 10 changes',
    ask: (client, { history, rev }) => client.rpc('pull_changes', { history, since: rev - 10 }),
  },
  { name: 'completed tasks: a page', ask: (client) => client.rpc('completed_tasks', {}) },
  {
    name: 'completed tasks: a search',
    ask: (client) => client.rpc('completed_tasks', { wanted: 'no such title' }),
  },
  {
    name: 'own profile',
    ask: (client, { userId }) => client.from('profiles').select().in('id', [userId]),
  },
  {
    name: 'the text of a note',
    ask: (client, { notes }) =>
      client
        .from('notes')
        .select('title, content, content_rev')
        .eq('uid', notes[0]?.uid ?? ''),
  },
  { name: 'GET /api/tasks', ask: (client) => client.rpc('list_tasks') },
  {
    name: 'GET /api/tasks/{id}',
    ask: (client, { openTasks }) =>
      client
        .from('api_tasks')
        .select()
        .eq('id', openTasks[0]?.id ?? 0),
  },
  { name: 'GET /api/contacts', ask: (client) => client.rpc('list_contacts') },
  { name: 'GET /api/notes', ask: (client) => client.rpc('list_notes') },
  { name: 'GET /api/folders', ask: (client) => client.rpc('list_folders') },
  { name: 'GET /api/categories', ask: (client) => client.rpc('list_categories') },
];

/** A request with one change. */
const pushing = (name: string, change: (own: Own) => object): Question => ({
  name: `push: ${name}`,
  ask: async (client, own) => {
    const { data, error } = await client.rpc('push_changes', { changes: [change(own)] });
    // Answered, and refused in the answer.
    return { error: error ?? (data as { answers: { error?: unknown }[] }).answers[0]?.error };
  },
});

const create = (table: string, set: object) => ({ table, uid: randomUUID(), create: true, set });
const taskAt = ({ openTasks }: Own, place: number) => ({
  table: 'tasks',
  uid: openTasks[place]?.uid ?? '',
});

const writing: Question[] = [
  pushing('add a task', () => create('tasks', { title: 'New' })),
  pushing('edit a task', (own) => ({ ...taskAt(own, 0), set: { title: 'Edited' } })),
  pushing('complete a task', (own) => ({
    ...taskAt(own, 1),
    set: { completed: true },
    today: TODAY,
  })),
  pushing('complete a repeating task', (own) => ({
    ...taskAt(own, 9),
    set: { completed: true },
    today: TODAY,
  })),
  pushing('drag a task', (own) => ({ ...taskAt(own, 3), set: { rank: 'a0' } })),
  {
    name: 'reorder 28 tasks',
    ask: (client, { openTasks }) =>
      client.rpc('reorder_tasks', {
        task_ids: openTasks
          .slice(2)
          .toReversed()
          .map(({ id }) => id),
      }),
  },
  pushing('delete a task', (own) => ({ ...taskAt(own, 2), delete: true, seen: own.rev })),
  pushing('restore a task', (own) => ({ ...taskAt(own, 2), restore: true })),
  pushing('rename a category', ({ categories: [uid] }) => ({
    table: 'categories',
    uid,
    set: { name: 'Home' },
  })),
  pushing('delete a category', ({ categories: [, uid], rev: seen }) => ({
    table: 'categories',
    uid,
    delete: true,
    seen,
  })),
  {
    name: 'move tasks of a category',
    ask: (client) =>
      client.rpc('bulk_update_task_category', {
        old_category: 'Category 2',
        new_category: 'Category 3',
      }),
  },
  pushing('edit a contact', ({ contacts: [uid] }) => ({
    table: 'contacts',
    uid,
    set: { city: 'Vienna' },
  })),
  pushing('save a note', ({ notes: [note] }) => ({
    table: 'notes',
    uid: note?.uid,
    set: { content: 'New' },
    base: note?.content_rev,
  })),
  pushing('move a note', ({ notes: [note], folders: [, folder_uid] }) => ({
    table: 'notes',
    uid: note?.uid,
    set: { folder_uid },
  })),
  pushing('move a folder', ({ folders: [, parent_uid, uid] }) => ({
    table: 'folders',
    uid,
    set: { parent_uid },
  })),
  pushing('delete a folder and what is in it', ({ folders: [uid], rev: seen }) => ({
    table: 'folders',
    uid,
    delete: true,
    seen,
  })),
  pushing('restore a folder', ({ folders: [uid] }) => ({ table: 'folders', uid, restore: true })),
];

/** Asked by the functions behind the screens, with the secret key. */
export const asService: Question[] = [
  {
    name: 'whether a name is taken',
    ask: (client) =>
      client.rpc('check_availability', {
        wanted_username: 'user-7',
        wanted_email: 'user-8@example.com',
      }),
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
