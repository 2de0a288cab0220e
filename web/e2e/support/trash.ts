import type { Locator, Page } from '@playwright/test';
import type { Actor } from './actor.ts';

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
