import { useMemo } from 'react';
import {
  activeCategory,
  ALL_CATEGORIES,
  categoryColor,
  categoryLabel,
  namesKept,
  NO_CATEGORY,
  type CategoryColor,
  type CategoryUse,
} from '#domain/category.ts';
import { rowsNow, useRows, deletedRowsNow, seenRevision } from '../../sync/sync.ts';
import { useStored, readStored, writeStored } from '../../lib/storage.ts';
import { newUid } from '#domain/uid.ts';
import { RequestError } from '../../lib/errors.ts';
import { useChange } from '../../sync/use-change.ts';

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const NONE: readonly string[] = [];

/** The names of the categories (spec section 3), sorted in the reader's language. */
export function useCategories() {
  const state = useRows('categories');
  const rows = state.status === 'ready' ? state.rows : null;
  const names = useMemo(
    () => rows?.map(({ name }) => name).toSorted(byName.compare) ?? NONE,
    [rows],
  );
  return { state, names };
}

/** The colour of each category, chosen or by its name (spec section 9). */
export function useCategoryColors(): (name: string) => CategoryColor {
  const state = useRows('categories');
  const rows = state.status === 'ready' ? state.rows : null;
  return useMemo(() => {
    const chosen = new Map(rows?.map(({ name, color }) => [name, color]));
    return (name) => categoryColor(name, chosen.get(name));
  }, [rows]);
}

/** The colour that a person has chosen for a category; null for none. */
export function useChosenColor(name: string): CategoryColor | null {
  const state = useRows('categories');
  if (state.status !== 'ready') return null;
  return state.rows.find((category) => category.name === name)?.color ?? null;
}

/** The categories that a table's rows have. */
function useNamesIn(table: Categorised): ReadonlySet<string | null> {
  const state = useRows(table);
  const rows = state.status === 'ready' ? state.rows : null;
  return useMemo(() => new Set(rows?.map(({ category }) => category)), [rows]);
}

/** The tables whose rows have a category; each is what one screen shows. */
export type Categorised = 'tasks' | 'contacts' | 'folders';

/** The choices of the filter: the categories, then deleted ones that rows of this table still have. */
function useFilterNames(table: Categorised): readonly string[] {
  const { names } = useCategories();
  const inUse = useNamesIn(table);
  return useMemo(
    () => [...names, ...namesKept(names, inUse).toSorted(byName.compare)],
    [names, inUse],
  );
}

/** How many rows have this category now. */
export function categoryUseNow(name: string): CategoryUse {
  const count = (table: Categorised) =>
    rowsNow(table).filter(({ category }) => category === name).length;
  return { tasks: count('tasks'), contacts: count('contacts'), folders: count('folders') };
}

/** The uid of the category of this name; undefined if there is none. */
export function categoryUid(name: string): string | undefined {
  return rowsNow('categories').find((category) => category.name === name)?.uid;
}

/**
 * The options of a select of categories: none, all categories, and the present choice even if it was
 * deleted.
 */
export function categoryOptions(
  names: readonly string[],
  current: string,
  noneLabel: string,
  labelOf: (name: string) => string = categoryLabel,
) {
  const all = new Set([...names, current]);
  all.delete(NO_CATEGORY);
  return [
    { value: NO_CATEGORY, label: noneLabel },
    ...[...all].map((name) => ({ value: name, label: labelOf(name) })),
  ];
}

/**
 * The category filter of the header (spec section 4, local storage key selectedCategory): `all`, a
 * category, also a deleted one that rows of this screen still have, or for contacts `none`.
 */
export function useSelectedCategory(of: Categorised) {
  const [stored, select] = useStored('selectedCategory', ALL_CATEGORIES);
  const { state } = useCategories();
  const names = useFilterNames(of);
  // Until the categories are loaded, the stored one is taken to be one of them.
  const known = state.status === 'ready' || stored === NO_CATEGORY ? names : [stored];
  return { selected: activeCategory(stored, known, of === 'contacts'), select, names };
}

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

/** Keeps the header's filter on a renamed category. */
function renameSelected(from: string, to: string): void {
  if (readStored('selectedCategory') === from) writeStored('selectedCategory', to);
}

/** Renames the category of tasks, contacts and folders, too, in the database in the same transaction. */
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

/** Null is the colour that its name has by default. */
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

/** Tasks, contacts and folders keep the category's name, so that undoing restores everything. */
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
