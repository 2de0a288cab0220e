/** Columns under other names: what the caller calls them, and what the table does. */
export type ColumnAliases = readonly (readonly [name: string, column: string])[];

const ITEM = /^(?:([A-Za-z_]\w*):)?([A-Za-z_]\w*)$/;

/**
 * Reads a `select` of plain columns of which some have another name (`dueDate:due_date,id`).
 * Undefined for all others: no new names, or more than names (casts, embedded tables, JSON paths).
 */
export function parseAliases(select: string): ColumnAliases | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const item of select.split(',')) {
    const [, name, column] = ITEM.exec(item.trim()) ?? [];
    if (column === undefined) return undefined;
    pairs.push([name ?? column, column]);
  }
  return pairs.some(([name, column]) => name !== column) ? pairs : undefined;
}

/** The `select` that asks for the same columns by their own names. */
export function plainSelect(aliases: ColumnAliases): string {
  return [...new Set(aliases.map(([, column]) => column))].join(',');
}

function renameRow(row: unknown, aliases: ColumnAliases): unknown {
  const values = new Map(Object.entries(row ?? {}));
  return Object.fromEntries(aliases.map(([name, column]) => [name, values.get(column)]));
}

/** The answer to a plain select with the columns under the names that were asked for. */
export async function applyAliases(response: Response, aliases: ColumnAliases): Promise<Response> {
  const { ok, status, headers } = response;
  if (!ok || !headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  if (text === '') return new Response(null, { status, headers });
  const value: unknown = JSON.parse(text);
  const renamed = Array.isArray(value)
    ? value.map((row) => renameRow(row, aliases))
    : renameRow(value, aliases);
  const answer = new Headers(headers);
  answer.delete('content-length');
  return new Response(JSON.stringify(renamed), { status, headers: answer });
}
