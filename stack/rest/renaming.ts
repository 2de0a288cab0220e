/** Columns under other names: what the caller calls them, and what the table does. */
export type Renaming = readonly (readonly [name: string, column: string])[];

const ITEM = /^(?:([A-Za-z_]\w*):)?([A-Za-z_]\w*)$/;

/**
 * Reads a `select` of plain columns of which some have another name (`dueDate:due_date,id`).
 * Undefined for all others: no new names, or more than names (casts, embedded tables, JSON paths).
 */
export function renamingOf(select: string): Renaming | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const item of select.split(',')) {
    const [, name, column] = ITEM.exec(item.trim()) ?? [];
    if (column === undefined) return undefined;
    pairs.push([name ?? column, column]);
  }
  return pairs.some(([name, column]) => name !== column) ? pairs : undefined;
}

/** The `select` that asks for the same columns by their own names. */
export function plainSelect(renaming: Renaming): string {
  return [...new Set(renaming.map(([, column]) => column))].join(',');
}

function renameRow(row: unknown, renaming: Renaming): unknown {
  const values = new Map(Object.entries(row ?? {}));
  return Object.fromEntries(renaming.map(([name, column]) => [name, values.get(column)]));
}

/** The answer to a plain select with the columns under the names that were asked for. */
export async function rename(response: Response, renaming: Renaming): Promise<Response> {
  const { ok, status, headers } = response;
  if (!ok || !headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  if (text === '') return new Response(null, { status, headers });
  const value: unknown = JSON.parse(text);
  const renamed = Array.isArray(value)
    ? value.map((row) => renameRow(row, renaming))
    : renameRow(value, renaming);
  const answer = new Headers(headers);
  answer.delete('content-length');
  return new Response(JSON.stringify(renamed), { status, headers: answer });
}
