import { resourceRoutes } from '../resource.ts';
import {
  folderCreateSchema,
  folderPatchSchema,
  folderSchema,
  noteCreateSchema,
  notePatchSchema,
  noteSchema,
} from '../schemas/notes.ts';

/** A million characters can be six million bytes of JSON. */
const NOTE_MAX_BYTES = 8 * 1024 * 1024;

export const noteRoutes = resourceRoutes({
  table: 'notes',
  one: 'Note',
  schema: noteSchema,
  create: noteCreateSchema,
  patch: notePatchSchema,
  maxBytes: NOTE_MAX_BYTES,
});

export const folderRoutes = resourceRoutes({
  table: 'folders',
  one: 'Folder',
  schema: folderSchema,
  create: folderCreateSchema,
  patch: folderPatchSchema,
  maxBytes: 64 * 1024,
});
