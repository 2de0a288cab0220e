import * as z from 'zod/mini';

/** The choice in the forms that means no folder, no parent or no category (spec section 5). */
export const NONE = 'none';

/** What a new note starts with (spec section 3). */
export const NEW_NOTE_TITLE = 'New Note';

const TITLE_LIMIT = 500;
const NAME_LIMIT = 200;
const CONTENT_LIMIT = 1_000_000;

const count = (text: string) => [...text].length;

/** A required text, as long as the database takes it, in characters as Unicode counts them. */
function requiredText(limit: number, required: string) {
  return z.string().check(
    z.trim(),
    z.minLength(1, required),
    z.refine((text) => count(text) <= limit, { error: `At most ${limit} characters` }),
  );
}

export const noteTitleSchema = requiredText(TITLE_LIMIT, 'Title is required');

export const noteContentSchema = z.string().check(
  z.refine((text) => text.length <= CONTENT_LIMIT || count(text) <= CONTENT_LIMIT, {
    error: 'The note is too long to be saved: at most 1,000,000 characters',
  }),
);

/** The note dialog; `folder` is a uid, or none. */
export const noteFormSchema = z.object({
  title: noteTitleSchema,
  content: noteContentSchema,
  folder: z.string(),
});
export type NoteForm = z.infer<typeof noteFormSchema>;

/** The folder dialog; `parent` is a uid, or none. */
export const folderFormSchema = z.object({
  name: requiredText(NAME_LIMIT, 'Name is required'),
  category: z.string(),
  parent: z.string(),
});
export type FolderForm = z.infer<typeof folderFormSchema>;

/** 'none' and blank mean no folder, anything else is a uid (spec section 5). */
export function parseFolderChoice(choice: string): string | null {
  return choice === NONE || choice.trim() === '' ? null : choice;
}

export function folderChoice(uid: string | null): string {
  return uid ?? NONE;
}

/** Three or more line breaks in a row become two (spec section 3): done when a note is saved. */
export function collapseLineBreaks(markup: string): string {
  return markup.replaceAll('\r\n', '\n').replaceAll(/\n{3,}/gu, '\n\n');
}

/** A note's content as it is stored: line breaks collapsed, nothing as null (spec sections 3, 5). */
export function storedContent(markup: string): string | null {
  return collapseLineBreaks(markup) || null;
}

export function formToNote({ title, content, folder }: NoteForm) {
  return { title, content: storedContent(content), folder_uid: parseFolderChoice(folder) };
}

/** Category 'none' becomes an empty text, parent 'none' or blank becomes null (spec section 5). */
export function formToFolder({ name, category, parent }: FolderForm) {
  return {
    name,
    category: category === NONE ? '' : category,
    parent_uid: parseFolderChoice(parent),
  };
}

/** The title under which somebody's own version is kept beside the other one. */
export function secondVersionTitle(title: string): string {
  const suffix = ' (my version)';
  return [...title].slice(0, TITLE_LIMIT - suffix.length).join('') + suffix;
}
