import type { LiveRow } from './live-table.ts';

function isRow(value: unknown): value is LiveRow {
  return typeof value === 'object' && value !== null && 'id' in value && 'updated_at' in value;
}

/**
 * For `structuralSharing` of long lists of rows: a row that did not change stays the object it was,
 * so that nothing is computed or drawn for it again. A row's `updated_at` says whether it changed;
 * the default compares every field of every row at every change.
 */
export function keepRows(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  const known = new Map<unknown, LiveRow>();
  for (const row of before as unknown[]) if (isRow(row)) known.set(row.id, row);
  return after.map((row: unknown) => {
    const old = isRow(row) ? known.get(row.id) : undefined;
    return isRow(row) && old?.updated_at === row.updated_at ? old : row;
  });
}
