import * as z from 'zod/mini';
import { FENCE, splitCode } from './note-code.ts';
import { atMost, requiredText } from './text.ts';

/** The choice in the forms that means no folder, no parent or no category (spec section 5). */
export const NONE = 'none';

/** What a new note starts with (spec section 3). */
export const NEW_NOTE_TITLE = 'New Note';

/** How long a note's texts may be, in characters, as the database has it. */
export const NOTE_LIMITS = { title: 500, content: 1_000_000 } as const;

export const noteTitleSchema = requiredText(NOTE_LIMITS.title, 'Title is required');

export const noteContentSchema = z
  .string()
  .check(
    atMost(NOTE_LIMITS.content, 'The note is too long to be saved: at most 1,000,000 characters'),
  );

/** The note dialog; `folder` is a uid, or none. */
export const noteFormSchema = z.object({
  title: noteTitleSchema,
  content: noteContentSchema,
  folder: z.string(),
});
export type NoteForm = z.infer<typeof noteFormSchema>;

/** 'none' and blank mean no folder, anything else is a uid (spec section 5). */
export function parseFolderChoice(choice: string): string | null {
  return choice === NONE || choice.trim() === '' ? null : choice;
}

export function folderChoice(uid: string | null): string {
  return uid ?? NONE;
}

/**
 * Three or more line breaks in a row become two (spec section 3): done when a note is saved. Not in
 * code, where an empty line counts.
 */
export function collapseLineBreaks(markup: string): string {
  const lines = markup.replaceAll('\r\n', '\n');
  if (!lines.includes(FENCE)) return collapsed(lines);
  const parts = splitCode(lines);
  let text = '';
  let saved = '';
  for (const [index, { kind, source }] of parts.entries()) {
    const line = index > 0 ? `\n${source}` : source;
    if (kind === 'text') {
      text += line;
      continue;
    }
    const [, between = '', code = ''] = /^(\n?)(.*)$/su.exec(line) ?? [];
    saved += collapsed(`${text}${between}`) + code;
    text = '';
  }
  return saved + collapsed(text);
}

const collapsed = (text: string) => text.replaceAll(/\n{3,}/gu, '\n\n');

/** A note's content as it is stored: line breaks collapsed, nothing as null (spec sections 3, 5). */
export function storedContent(markup: string): string | null {
  return collapseLineBreaks(markup) || null;
}

export function formToNote({ title, content, folder }: NoteForm) {
  return { title, content: storedContent(content), folder_uid: parseFolderChoice(folder) };
}

/** The title under which somebody's own version is kept beside the other one. */
export function secondVersionTitle(title: string): string {
  const suffix = ' (my version)';
  return [...title].slice(0, NOTE_LIMITS.title - suffix.length).join('') + suffix;
}
