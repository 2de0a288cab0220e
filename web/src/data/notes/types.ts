import type { Database } from '../../db/database.types.ts';

type NoteRow = Database['public']['Tables']['notes']['Row'];

/** A note as the list knows it. */
export type NoteSummary = Pick<NoteRow, 'id' | 'title' | 'folder_id' | 'created_at' | 'updated_at'>;

/** A note with its content, as one that is open needs it. */
export type Note = NoteSummary & Pick<NoteRow, 'content'>;

export type NewNote = { title: string; content: string | null; folder_id: number | null };

/** What a save writes; a folder only where the form has one. */
export type NoteChanges = { title: string; content: string | null; folder_id?: number | null };
