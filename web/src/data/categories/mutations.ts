import type { CategoryColor } from '#domain/category.ts';
import { newUid } from '#domain/uid.ts';
import { RequestError } from '../../lib/errors.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { deletedRowsNow, seenRevision } from '../../sync/sync.ts';
import { useChange } from '../../sync/use-change.ts';
import { categoryUid } from './queries.ts';

const table = 'categories';

function uidOf(name: string): string {
  const uid = categoryUid(name);
  if (uid === undefined) throw new RequestError(404, 'Category not found', 'PT404');
  return uid;
}

export function useCreateCategory() {
  return useChange(
    (name: string) =>
      categoryUid(name) === undefined
        ? [{ table, uid: newUid(), create: true, set: { name } }]
        : [],
    { success: 'Category created successfully!', failure: 'Failed to create category' },
  );
}

/** The filter of the header stays on the category that it is on, under its new name. */
function renameSelected(from: string, to: string): void {
  if (readStored('selectedCategory') === from) writeStored('selectedCategory', to);
}

/** Tasks, contacts and folders follow, here at once and in the database in the same transaction. */
export function useRenameCategory() {
  return useChange(
    ({ from, to }: { from: string; to: string }) => {
      const changes = [{ table, uid: uidOf(from), set: { name: to } } as const];
      renameSelected(from, to);
      return changes;
    },
    { success: 'Category updated successfully!', failure: 'Failed to update category' },
  );
}

/** Null: the colour of its name. */
export function useChooseCategoryColor() {
  return useChange(
    ({ name, color }: { name: string; color: CategoryColor | null }) => [
      { table, uid: uidOf(name), set: { color } },
    ],
    { success: 'Category updated successfully!', failure: 'Failed to update category' },
  );
}

/** The category of this name that was deleted last. */
function deletedUid(name: string): string {
  const deleted = deletedRowsNow('categories').filter((category) => category.name === name);
  const last = deleted.toSorted((a, b) =>
    (a.deleted_at ?? '') < (b.deleted_at ?? '') ? 1 : -1,
  )[0];
  if (!last) throw new RequestError(404, 'Category not found', 'PT404');
  return last.uid;
}

/** Tasks, contacts and folders keep the name, so that undoing brings everything back. */
export function useDeleteCategory() {
  return useChange(
    (name: string) => [{ table, uid: uidOf(name), delete: true, seen: seenRevision() }],
    {
      success: 'Category deleted successfully!',
      failure: 'Failed to delete category',
      undo: (name) => ({
        changes: [{ table, uid: deletedUid(name), restore: true }],
        success: 'Category restored',
        failure: 'Failed to restore category',
      }),
    },
  );
}
