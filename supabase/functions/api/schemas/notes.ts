import * as z from 'zod/mini';
import { idSchema, label, text, timestampSchema } from './common.ts';

const noteFields = {
  title: label(500),
  content: z.nullable(text(1_000_000)),
  folderId: z.nullable(idSchema),
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
  name: label(200),
  category: text(200),
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
