import type { Locator, Page } from '@playwright/test';
import type { Actor } from './actor.ts';

type Row = { uid: string };

export async function addNote(
  actor: Actor,
  title: string,
  content = '',
  folderUid: string | null = null,
): Promise<Row> {
  const note = { title, content, folder_uid: folderUid, user_id: actor.id };
  const { data } = await actor.client
    .from('notes')
    .insert(note)
    .select('uid')
    .single()
    .throwOnError();
  return { uid: String(data.uid) };
}

export async function addFolder(
  actor: Actor,
  name: string,
  { parent = null, category = '' }: { parent?: string | null; category?: string } = {},
): Promise<Row> {
  const folder = { name, category, parent_uid: parent, user_id: actor.id };
  const { data } = await actor.client
    .from('folders')
    .insert(folder)
    .select('uid')
    .single()
    .throwOnError();
  return { uid: String(data.uid) };
}

/** The notes screen on a new device, perhaps with a note open. */
export async function openNotes(actor: Actor, noteUid?: string): Promise<Page> {
  return actor.open(noteUid === undefined ? '/notes' : `/notes?note=${noteUid}`);
}

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });

/** A row of the sidebar, or any other button, by its whole name. */
export const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

export const startEdit = (page: Page) => button(page, 'Edit').click();

/** Opens the menu of a row, which a mouse sees when it points at the row. */
export async function openRowMenu(page: Page, thing: 'Note' | 'Folder', name: string) {
  await button(page, name).hover();
  await page.getByRole('button', { name: `${thing} menu: ${name}`, exact: true }).click();
  return page.getByRole('menu');
}

type StoredNote = {
  uid: string;
  title: string;
  content: string | null;
  folder_uid: string | null;
};

/** What the database holds, in the order in which the notes were made. */
export async function storedNotes(actor: Actor): Promise<StoredNote[]> {
  const { data } = await actor.client
    .from('notes')
    .select()
    .is('deleted_at', null)
    .order('id')
    .throwOnError();
  return data;
}

/** The same in short: 'title: content'. */
export async function storedTexts(actor: Actor): Promise<string[]> {
  return (await storedNotes(actor)).map(({ title, content }) => `${title}: ${content}`);
}

/** What another device does to a row. */
export async function changeElsewhere(
  actor: Actor,
  table: 'notes' | 'folders',
  { uid }: Row,
  set: Record<string, unknown>,
): Promise<void> {
  await actor.client.from(table).update(set).eq('uid', uid).throwOnError();
}

export async function deleteElsewhere(
  actor: Actor,
  table: 'notes' | 'folders',
  row: Row,
): Promise<void> {
  await changeElsewhere(actor, table, row, { deleted_at: new Date().toISOString() });
}

/** Types at the start of the note that is being edited. */
export async function typeInto(page: Page, text: string): Promise<void> {
  await editorOf(page).press('Control+Home');
  await editorOf(page).pressSequentially(text);
}

/** 5,000 notes of half a kilobyte in 500 folders, which lie in chains 8 deep. */
export async function addManyNotes(actor: Actor): Promise<void> {
  let parents: (string | null)[] = Array.from({ length: 63 }, () => null);
  const folders: string[] = [];
  for (let depth = 0; depth < 8; depth += 1) {
    const rows = parents
      .slice(0, 500 - folders.length)
      .map((parent_uid, chain) => ({ name: `Folder ${chain}-${depth}`, parent_uid }));
    const { data } = await actor.client.from('folders').insert(rows).select('uid').throwOnError();
    parents = data.map(({ uid }) => String(uid));
    folders.push(...data.map(({ uid }) => String(uid)));
  }
  for (let part = 0; part < 5; part += 1) {
    const notes = folders.slice(part * 100, (part + 1) * 100).flatMap((folder_uid) =>
      Array.from({ length: 10 }, (_, index) => ({
        title: `Note ${index} of ${folder_uid}`,
        content: 'text '.repeat(100),
        folder_uid,
      })),
    );
    await actor.client.from('notes').insert(notes).throwOnError();
  }
}

const longNoteEnd = '1999 is the last line';

/** A note of 200 kB in 2,000 lines. */
export const longNote = {
  title: 'Long',
  content: Array.from({ length: 2000 }, (_, line) =>
    line === 1999 ? longNoteEnd : `${line} ${'word '.repeat(19)}end`,
  ).join('\n'),
  end: longNoteEnd,
};

/** How many texts of notes the device has on its disk. */
export function keptTexts(page: Page, { id }: Actor): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('texts').objectStore('texts').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    `almanac-${id}`,
  );
}
