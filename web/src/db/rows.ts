import type { Database } from './database.types.ts';

type Tables = Database['public']['Tables'];
type Enums = Database['public']['Enums'];

export type ProfileRow = Tables['profiles']['Row'];
export type TaskRow = Tables['tasks']['Row'];
export type CategoryRow = Tables['categories']['Row'];
export type ContactRow = Tables['contacts']['Row'];
export type FolderRow = Tables['folders']['Row'];
/** A note as it is listed. */
export type NoteRow = Omit<Tables['notes']['Row'], 'content'>;

export type HeaderColor = Enums['header_color'];
export type Theme = Enums['theme'];
export type ContactViewMode = Enums['contact_view_mode'];
