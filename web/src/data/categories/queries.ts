import { useMemo } from 'react';
import {
  activeCategory,
  ALL_CATEGORIES,
  categoryColor,
  categoryLabel,
  NO_CATEGORY,
  type CategoryColor,
} from '#domain/category.ts';
import { rowsNow, useRows } from '../../sync/sync.ts';
import { useStored } from '../../lib/storage.ts';

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const NONE: readonly string[] = [];

/** The names, as the client treats categories (docs/spec.md, section 3), in the reader's alphabet. */
export function useCategories() {
  const state = useRows('categories');
  const rows = state.status === 'ready' ? state.rows : null;
  const names = useMemo(
    () => rows?.map(({ name }) => name).toSorted(byName.compare) ?? NONE,
    [rows],
  );
  return { state, names };
}

/** The colour of each category, chosen or by its name (docs/spec.md, section 9). */
export function useCategoryColors(): (name: string) => CategoryColor {
  const state = useRows('categories');
  const rows = state.status === 'ready' ? state.rows : null;
  return useMemo(() => {
    const chosen = new Map(rows?.map(({ name, color }) => [name, color]));
    return (name) => categoryColor(name, chosen.get(name));
  }, [rows]);
}

/** The uid of the category of this name; undefined if there is none. */
export function categoryUid(name: string): string | undefined {
  return rowsNow('categories').find((category) => category.name === name)?.uid;
}

/**
 * What a select of categories offers: none, those there are, and the one that is chosen even if it is
 * not among them any more.
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
 * The category filter of the header (docs/spec.md, section 4, local storage key selectedCategory): `all`, a
 * category that exists, or on the screen that offers it `none`.
 */
export function useSelectedCategory({ offersNone = false } = {}) {
  const [stored, select] = useStored('selectedCategory', ALL_CATEGORIES);
  const { names, state } = useCategories();
  // Until the categories are there, the stored one is believed to be among them.
  const known = state.status === 'ready' || stored === NO_CATEGORY ? names : [stored];
  return { selected: activeCategory(stored, known, offersNone), select, names };
}
