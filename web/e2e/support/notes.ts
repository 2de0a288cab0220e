import type { Page } from '@playwright/test';
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

/** Types at the start of the note that is being edited. */
export async function typeInto(page: Page, text: string): Promise<void> {
  await editorOf(page).press('Control+Home');
  await editorOf(page).pressSequentially(text);
}
