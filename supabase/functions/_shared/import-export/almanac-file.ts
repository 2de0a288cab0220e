import type { CategoryColor } from '../domain/category.ts';
import type { CONTACT_LIMITS } from '../domain/contact.ts';
import type { TaskInput } from '../domain/task.ts';

/** What `almanac.json` says of itself. A reader takes its own version and older ones. */
export const ALMANAC_FORMAT = 'almanac';
export const ALMANAC_VERSION = 1;

export type ExportedTask = TaskInput & {
  uid: string;
  completed: boolean;
  completed_at: string | null;
  created_at: string | null;
  rank: string | null;
  repeat_anchor_day: number | null;
  /** A rule of another program, beside a repeat_type of 'none'. */
  recurrence: string | null;
};
export type ExportedContact = Record<keyof typeof CONTACT_LIMITS, string | null> & {
  uid: string;
  created_at: string | null;
};
export type ExportedFolder = {
  uid: string;
  name: string;
  category: string;
  parent_uid: string | null;
  created_at: string | null;
};
export type ExportedNote = {
  uid: string;
  title: string;
  content: string | null;
  folder_uid: string | null;
  pinned: boolean;
  created_at: string | null;
  updated_at: string | null;
};
export type ExportedCategory = { name: string; color: CategoryColor | null };

/** Everything of an account, or a part of it: what the writers write (docs/import-export.md). */
export type ExportedRows = {
  categories: readonly ExportedCategory[];
  tasks: readonly ExportedTask[];
  contacts: readonly ExportedContact[];
  folders: readonly ExportedFolder[];
  notes: readonly ExportedNote[];
};

/** Rows that are there, or that come page by page each time that they are gone through. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** What writers read of: each list is gone through once for each file that it is in. */
export type ExportSource = {
  readonly [Name in keyof ExportedRows]: Rows<ExportedRows[Name][number]>;
};
