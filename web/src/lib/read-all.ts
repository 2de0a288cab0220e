import { RequestError, unwrap } from './errors.ts';

/** Rows that are asked for first; PostgREST may give fewer (`max_rows` in supabase/config.toml). */
const FIRST_PAGE = 1000;
/** A list that changes at every reading is taken as it is after so many attempts. */
const ATTEMPTS = 3;

type Page<Row> = PromiseLike<{
  data: Row[] | null;
  error: { message: string; code?: string } | null;
  count: number | null;
  status: number;
  statusText: string;
}>;

/** Asks for the rows `from` to `to`, both included, in a fixed order, with `count: 'exact'`. */
export type PageReader<Row> = (from: number, to: number) => Page<Row>;

/**
 * Reads a list to its end, however few rows the server gives at once: the first page says how many
 * there are, the others are read side by side.
 * If rows came or went between two pages, it reads again: none may be missing.
 */
export async function readAll<Row extends { id: number | string }>(
  readPage: PageReader<Row>,
): Promise<Row[]> {
  let rows = new Map<Row['id'], Row>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    rows = new Map();
    const add = (page: Row[]) => page.forEach((row) => rows.set(row.id, row));
    const first = await readPage(0, FIRST_PAGE - 1);
    const firstRows = unwrap(first);
    add(firstRows);
    const total = first.count ?? firstRows.length;
    const size = firstRows.length;
    if (size >= total) break;
    if (size === 0) throw new RequestError(502, 'The server counts rows that it does not give');
    const starts = Array.from(
      { length: Math.ceil(total / size) - 1 },
      (_, page) => (page + 1) * size,
    );
    const pages = await Promise.all(starts.map((from) => readPage(from, from + size - 1)));
    for (const page of pages) add(unwrap(page));
    if (rows.size === total && pages.every((page) => page.count === total)) break;
  }
  return [...rows.values()];
}
