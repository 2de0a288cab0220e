import type { CategoryColor } from '#domain/category.ts';
import { isObject } from './files/json.ts';
import type { ImportedContact, ImportedTask } from './types.ts';

/** What `almanac.json` says of itself. A reader takes its own version and older ones. */
export const ALMANAC_FORMAT = 'almanac';
export const ALMANAC_VERSION = 1;

export type ExportedTask = ImportedTask & { uid: string };
export type ExportedContact = ImportedContact & { uid: string };
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

export const isAlmanac = (root: unknown): boolean =>
  isObject(root) && root['format'] === ALMANAC_FORMAT && typeof root['version'] === 'number';
