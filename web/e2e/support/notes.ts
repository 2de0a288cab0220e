import type { Locator, Page } from '@playwright/test';
import type { Actor } from './actor.ts';

type Row = { id: number };

export async function addNote(
  actor: Actor,
  title: string,
  content = '',
  folderId: number | null = null,
): Promise<Row> {
  const note = { title, content, folder_id: folderId, user_id: actor.id };
  const { data } = await actor.client
    .from('notes')
    .insert(note)
    .select('id')
    .single()
    .throwOnError();
  return { id: Number(data.id) };
}

export async function addFolder(
  actor: Actor,
  name: string,
  { parent = null, category = '' }: { parent?: number | null; category?: string } = {},
): Promise<Row> {
  const folder = { name, category, parent_id: parent, user_id: actor.id };
  const { data } = await actor.client
    .from('folders')
    .insert(folder)
    .select('id')
    .single()
    .throwOnError();
  return { id: Number(data.id) };
}

/** The notes screen on a new device, perhaps with a note open. */
export async function openNotes(actor: Actor, noteId?: number): Promise<Page> {
  return actor.open(noteId === undefined ? '/notes' : `/notes?note=${noteId}`);
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

type StoredNote = { id: number; title: string; content: string | null; folder_id: number | null };

/** What the database holds, in the order in which the notes were made. */
export async function storedNotes(actor: Actor): Promise<StoredNote[]> {
  const { data } = await actor.client.from('notes').select().order('id').throwOnError();
  return data;
}

/** Types at the start of the note that is being edited. */
export async function typeInto(page: Page, text: string): Promise<void> {
  await editorOf(page).press('Control+Home');
  await editorOf(page).pressSequentially(text);
}

/** 5,000 notes of half a kilobyte in 500 folders, which lie in chains 8 deep. */
export async function addManyNotes(actor: Actor): Promise<void> {
  let parents: (number | null)[] = Array.from({ length: 63 }, () => null);
  const folders: number[] = [];
  for (let depth = 0; depth < 8; depth += 1) {
    const rows = parents
      .slice(0, 500 - folders.length)
      .map((parent_id, chain) => ({ name: `Folder ${chain}-${depth}`, parent_id }));
    const { data } = await actor.client.from('folders').insert(rows).select('id').throwOnError();
    parents = data.map(({ id }) => Number(id));
    folders.push(...data.map(({ id }) => Number(id)));
  }
  for (let part = 0; part < 5; part += 1) {
    const notes = folders.slice(part * 100, (part + 1) * 100).flatMap((folder_id) =>
      Array.from({ length: 10 }, (_, index) => ({
        title: `Note ${index} of ${folder_id}`,
        content: 'text '.repeat(100),
        folder_id,
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
