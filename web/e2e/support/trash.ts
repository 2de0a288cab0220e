import type { Locator, Page } from '@playwright/test';
import type { Actor } from './actor.ts';
import { ada, addContacts } from './contacts.ts';
import { addFolder, addNote } from './notes.ts';
import { addTasks } from './tasks.ts';

type Table = 'tasks' | 'contacts' | 'folders' | 'notes';

/** Deletes rows of an actor as a device of theirs does it: a folder with all that lies in it. */
export async function deleteRows(actor: Actor, table: Table, ...uids: string[]): Promise<void> {
  const changes = uids.map((uid) => ({ table, uid, delete: true, seen: Number.MAX_SAFE_INTEGER }));
  await actor.client.rpc('push_changes', { changes }).throwOnError();
}

/** The rows of a table with this uid that are not deleted. */
export async function isThere(actor: Actor, table: Table, uid: string): Promise<boolean> {
  const { data } = await actor.client
    .from(table)
    .select('uid')
    .eq('uid', uid)
    .is('deleted_at', null)
    .throwOnError();
  return data.length > 0;
}

export async function openTrash(actor: Actor, options = {}): Promise<Page> {
  return actor.open('/settings?tab=deleted', options);
}

/** What the tab lists. */
export function entries(page: Page): Locator {
  return page.getByRole('list', { name: 'Recently deleted' }).getByRole('listitem');
}

/** The entry of this name. */
export function entry(page: Page, name: string): Locator {
  return entries(page).filter({
    has: page.getByRole('button', { name: `Restore ${name}`, exact: true }),
  });
}

async function uidOf(actor: Actor, table: 'tasks' | 'contacts'): Promise<string> {
  const { data } = await actor.client.from(table).select('uid').single().throwOnError();
  return String(data.uid);
}

/** One deleted thing of each kind; the folder has a folder and two notes in it. */
export async function fillTrash(actor: Actor) {
  await addTasks(actor, { title: 'Buy milk' });
  await addContacts(actor, ada);
  const folder = await addFolder(actor, 'Travel');
  const below = await addFolder(actor, 'Vienna', { parent: folder.uid });
  const [inFolder, inBelow] = [
    await addNote(actor, 'Packing', 'passport', folder.uid),
    await addNote(actor, 'Museums', 'the one with the globes', below.uid),
  ];
  const note = await addNote(actor, 'Loose', 'leaf');
  const [task, contact] = [await uidOf(actor, 'tasks'), await uidOf(actor, 'contacts')];
  await deleteRows(actor, 'tasks', task);
  await deleteRows(actor, 'contacts', contact);
  await deleteRows(actor, 'notes', note.uid);
  await deleteRows(actor, 'folders', folder.uid);
  return { task, contact, note: note.uid, folder: folder.uid, inFolder, inBelow };
}
