import Papa from 'papaparse';

export type CsvRow = { line: number; cells: string[] };

/** More than anybody is asked to look at (`collect.ts`), comments and sections included. */
const MAX_ROWS = 300_000;

/**
 * The rows of a CSV file, whichever separator it has, with the line each begins in: the first 300,000,
 * since a hundred megabytes of them would take a minute, and a gigabyte.
 */
export function csvRows(text: string): { rows: CsvRow[]; isCutOff: boolean } {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/u, ''), {
    preview: MAX_ROWS,
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const rows: CsvRow[] = [];
  let line = 1;
  for (const cells of data) {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/gu)?.length ?? 0), 0);
  }
  return { rows, isCutOff: errors.some(({ code }) => code === 'MissingQuotes') };
}

/** The cells of a row by the names in the header, which are compared without case. */
export function byName(header: readonly string[]): (row: CsvRow) => (name: string) => string {
  const columns = new Map<string, number>();
  for (const [column, name] of header.entries()) {
    const key = name.trim().toLowerCase();
    if (!columns.has(key)) columns.set(key, column);
  }
  return ({ cells }) =>
    (name) =>
      cells[columns.get(name.toLowerCase()) ?? -1]?.trim() ?? '';
}

/** Whether the header, wherever it begins, has all these names. */
export function headerAt(rows: readonly CsvRow[], ...names: string[]): number {
  return rows.slice(0, 20).findIndex(({ cells }) => {
    const known = new Set(cells.map((cell) => cell.trim().toLowerCase()));
    return names.every((name) => known.has(name.toLowerCase()));
  });
}
