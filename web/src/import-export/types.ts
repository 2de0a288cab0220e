import type { CategoryColor } from '#domain/category.ts';
import type { CONTACT_LIMITS } from '#domain/contact.ts';
import type { RepeatType } from '#domain/repeat.ts';
import type { ExportedContact, ExportedTask } from '#import-export/almanac-file.ts';

/** A file as it was dropped, or one of an unpacked archive; `name` is its path there. */
export type Source = { name: string; bytes: Uint8Array };

export const FORMATS = [
  'almanac',
  'vcard',
  'google-contacts',
  'outlook-contacts',
  'todoist',
  'ticktick',
  'microsoft-to-do',
  'google-tasks',
  'icalendar',
  'vikunja',
  'tududi',
  'super-productivity',
  'joplin',
  'evernote',
  'notes',
] as const;
export type Format = (typeof FORMATS)[number];

/** What the words of a date mean (docs/spec.md, quick add), or null where they say nothing. */
export type ParseWords = (
  text: string,
  language: string,
  today: string,
) => { due_date: string | null; repeat_type: RepeatType | null; isWhole: boolean } | null;

/** What a reader needs of where and when it runs. Dates are days in `timeZone`. */
export type ReadContext = { today: string; timeZone: string; parseWords: ParseWords };

/** Where in a file a row stands: a line of a text, or an entry of a list, both from 1. */
export type Position = { file: string; line?: number; entry?: number };

/** A field that Almanac does not have. It is written under the row's description or text. */
export type LeftField = { label: string; text: string };

export type ImportedTask = Omit<ExportedTask, 'uid'>;
export type ImportedContact = Omit<ExportedContact, 'uid'>;
export type ContactField = keyof typeof CONTACT_LIMITS;
/** `key` names the folder within this import only. */
export type ImportedFolder = {
  key: string;
  name: string;
  category: string;
  parent: string | null;
  created_at: string | null;
};
export type ImportedNote = {
  title: string;
  content: string | null;
  folder: string | null;
  pinned: boolean;
  created_at: string | null;
  updated_at: string | null;
};
export type ImportedCategory = { name: string; color: CategoryColor | null };

export type Row<Fields> = { at: Position; fields: Fields; left: LeftField[] };

/** A sentence for the preview; `skipped` where the row or file that it is about is not imported. */
export type Problem = { at: Position; text: string; skipped: boolean };

export type Imported = {
  tasks: Row<ImportedTask>[];
  contacts: Row<ImportedContact>[];
  folders: ImportedFolder[];
  notes: Row<ImportedNote>[];
  categories: ImportedCategory[];
  problems: Problem[];
};

/** What the account has, as far as an import is compared with it. */
export type Existing = {
  tasks: { title: string; description: string | null; due_date: string | null }[];
  contacts: ExistingContact[];
  folders: { uid: string; name: string; parent_uid: string | null }[];
  notes: { uid: string; title: string }[];
  categories: string[];
};
export type ExistingContact = { uid: string } & Record<ContactField, string | null>;

/** Reads files of one format. Pure; a row that it cannot read is a problem, never an exception. */
export type Reader = (files: readonly Source[], to: Collector, context: ReadContext) => void;

export type TaskDraft = Partial<Omit<ImportedTask, 'title'>> & { title: string };
export type ContactDraft = Partial<ImportedContact>;
export type NoteDraft = Partial<Omit<ImportedNote, 'title'>> & { title: string };

/** Where readers put what they find: fits it to the limits and keeps what has no place. */
export type Collector = {
  task(at: Position, task: TaskDraft, left?: readonly LeftField[]): void;
  contact(at: Position, contact: ContactDraft, left?: readonly LeftField[]): void;
  note(at: Position, note: NoteDraft, left?: readonly LeftField[]): void;
  /** The key of the folder with that path; made, with those above it, where it is new. */
  folder(path: readonly string[]): string | null;
  addFolder(folder: ImportedFolder): void;
  /** The name as it can be stored; null for none. */
  category(name: string | null | undefined, color?: CategoryColor | null): string | null;
  problem(at: Position, text: string): void;
  skip(at: Position, text: string): void;
};
