import * as z from 'zod/mini';
import { FOLDER_LIMITS } from '../../_shared/domain/folder.ts';
import { NOTE_LIMITS } from '../../_shared/domain/note.ts';
import { idSchema, label, text, timestampSchema } from './common.ts';

const noteFields = {
  title: label(NOTE_LIMITS.title),
  content: z.nullable(text(NOTE_LIMITS.content)),
  folderId: z.nullable(idSchema),
  pinned: z.boolean(),
};

/** A note (spec section 3). */
export const noteSchema = z.object({
  id: z.number(),
  ...noteFields,
  userId: z.uuid(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});

export const notePatchSchema = z.partial(z.strictObject(noteFields));
export const noteCreateSchema = z.extend(notePatchSchema, { title: noteFields.title });

const folderFields = {
  name: label(FOLDER_LIMITS.name),
  category: text(FOLDER_LIMITS.category),
  parentId: z.nullable(idSchema),
};

/** A folder (spec section 3). */
export const folderSchema = z.object({
  id: z.number(),
  ...folderFields,
  userId: z.uuid(),
  createdAt: timestampSchema,
});

export const folderPatchSchema = z.partial(z.strictObject(folderFields));
export const folderCreateSchema = z.extend(folderPatchSchema, { name: folderFields.name });
