import { fromDatabase, type DatabaseError } from './errors.ts';

/** PostgREST answers at most this many rows at once (`max_rows` in config.toml). */
export const PAGE_SIZE = 1000;

type Page<Row> = PromiseLike<{ data: Row[] | null; error: DatabaseError | null }>;

/**
 * All rows of a query, page after page: no list is silently cut (design section 3). The query must
 * have a total order. A full page may be the last one, so one more is asked for.
 */
export async function readAll<Row>(page: (from: number, to: number) => Page<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data, error } = await page(rows.length, rows.length + PAGE_SIZE - 1);
    if (error) throw fromDatabase(error);
    const got = data ?? [];
    rows.push(...got);
    if (got.length < PAGE_SIZE) return rows;
  }
}
