import { readFileSync, readdirSync } from 'node:fs';
import { loadDateWords } from './date-words.ts';
import { readFiles } from './read.ts';
import type { ReadContext, Source } from './types.ts';

const FOLDER = new URL('../../../tests/import/', import.meta.url);

/** A zone in which a day of UTC often is another one. */
export const context: ReadContext = {
  today: '2026-11-23',
  timeZone: 'Europe/Berlin',
  parseWords: await loadDateWords(),
};

export function fixture(name: string): Source {
  return { name, bytes: new Uint8Array(readFileSync(new URL(name, FOLDER))) };
}

/** The files of a folder, those below it, too, by their paths. */
export function fixtures(folder: string): Source[] {
  return readdirSync(new URL(`${folder}/`, FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      fixture(
        `${entry.parentPath.slice(FOLDER.pathname.length)}/${entry.name}`.replaceAll('//', '/'),
      ),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const source = (name: string, text: string): Source => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/** What a file becomes, short enough to be compared at a glance. */
export function read(...files: Source[]) {
  const { tasks, contacts, notes, folders, categories, problems, formats } = readFiles(
    files,
    context,
  );
  return {
    formats,
    tasks: tasks.map(({ fields }) => fields),
    contacts: contacts.map(({ fields }) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ),
    notes: notes.map(({ fields }) => fields),
    folders: folders.map(({ key }) => key),
    categories: categories.map(({ name }) => name),
    problems: problems.map(
      ({ at, text }) =>
        `${at.file}${at.line ? `:${at.line}` : at.entry ? `#${at.entry}` : ''} ${text}`,
    ),
  };
}
