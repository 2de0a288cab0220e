import { useMemo } from 'react';
import { rowsNow, useRows } from '../../sync/sync.ts';

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const NONE: readonly string[] = [];

/** The names, as the client treats categories (spec section 3), in the reader's alphabet. */
export function useCategories() {
  const state = useRows('categories');
  const rows = state.status === 'ready' ? state.rows : null;
  const names = useMemo(
    () => rows?.map(({ name }) => name).toSorted(byName.compare) ?? NONE,
    [rows],
  );
  return { state, names };
}

/** The uid of the category of this name; undefined if there is none. */
export function categoryUid(name: string): string | undefined {
  return rowsNow('categories').find((category) => category.name === name)?.uid;
}
