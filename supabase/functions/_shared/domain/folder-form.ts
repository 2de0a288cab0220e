import * as z from 'zod/mini';
import { FOLDER_LIMITS } from './folder.ts';
import { NONE, parseFolderChoice } from './note.ts';
import { requiredText } from './text.ts';

/** The folder dialog; `parent` is a uid, or none. */
export const folderFormSchema = z.object({
  name: requiredText(FOLDER_LIMITS.name, 'Name is required'),
  category: z.string(),
  parent: z.string(),
});
export type FolderForm = z.infer<typeof folderFormSchema>;

/** Category 'none' becomes an empty text, parent 'none' or blank becomes null (spec section 5). */
export function formToFolder({ name, category, parent }: FolderForm) {
  return {
    name,
    category: category === NONE ? '' : category,
    parent_uid: parseFolderChoice(parent),
  };
}
