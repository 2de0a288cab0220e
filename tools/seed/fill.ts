import type { SupabaseClient } from '@supabase/supabase-js';
import { startOfDay } from 'date-fns';
import { completedTask, contact, folder, note, openTask } from './household.ts';
import { createRandom } from './random.ts';
import { CATEGORIES } from './words.ts';

/** How many rows of each kind. */
export type Amounts = {
  tasks: number;
  completed: number;
  contacts: number;
  notes: number;
  folders: number;
};

/** One request each: large enough to be quick, small enough for any gateway's body limit. */
const CHUNK = 500;

/**
 * Fills the signed-in user's account. The same seed and the same day give the same rows.
 * @throws Error with the database's words if a chunk is refused
 */
export async function fillAccount(
  client: SupabaseClient,
  amounts: Amounts,
  options: { now: Date; seed: number; progress?: (table: string, rows: number) => void },
): Promise<void> {
  const { now, seed, progress = () => undefined } = options;
  const random = createRandom(seed);
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));

  async function insert(table: string, rows: object[]): Promise<void> {
    for (let start = 0; start < rows.length; start += CHUNK) {
      const chunk = rows.slice(start, start + CHUNK);
      const { error } = await client.from(table).insert(chunk);
      if (error) throw new Error(`${table}: ${error.message}`);
      progress(table, Math.min(rows.length, start + CHUNK));
    }
  }

  await insertCategories(client);

  const folders = await insertFolders(client, amounts.folders, random);
  await insert(
    'tasks',
    times(amounts.tasks, () => openTask(startOfDay(now), random)),
  );
  await insert(
    'tasks',
    times(amounts.completed, () => completedTask(now, random)),
  );
  await insert(
    'contacts',
    times(amounts.contacts, () => contact(now, random)),
  );
  await insert(
    'notes',
    times(amounts.notes, () => note(now, folders, random)),
  );
}

/** Those that are not there yet, in whatever case. */
async function insertCategories(client: SupabaseClient): Promise<void> {
  const found = await client.from('categories').select('name').is('deleted_at', null);
  if (found.error) throw new Error(`categories: ${found.error.message}`);
  const taken = new Set(found.data.map(({ name }) => String(name).toLowerCase()));
  const missing = CATEGORIES.filter((name) => !taken.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const { error } = await client.from('categories').insert(missing.map((name) => ({ name })));
  if (error) throw new Error(`categories: ${error.message}`);
}

/** Folders up to five levels deep; a parent has to exist before its children. */
async function insertFolders(
  client: SupabaseClient,
  count: number,
  random: ReturnType<typeof createRandom>,
): Promise<string[]> {
  const made: { uid: string; level: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const parents = made.filter(({ level }) => level < 4);
    const parent = parents.length > 0 && random.chance(0.6) ? random.pick(parents) : null;
    const { data, error } = await client
      .from('folders')
      .insert(folder(index, parent?.uid ?? null, random))
      .select('uid')
      .single<{ uid: string }>();
    if (error) throw new Error(`folders: ${error.message}`);
    made.push({ uid: data.uid, level: parent ? parent.level + 1 : 0 });
  }
  return made.map(({ uid }) => uid);
}
