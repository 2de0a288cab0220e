import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Client } from 'pg';

/** Where a text may have been left: the place and what stands there. */
export type Place = { where: string; content: Buffer };

/** Every row of every table as text, system tables included: what a dump by a superuser holds. */
export async function dumpOf(client: Client): Promise<Place[]> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') order by 1`,
  );
  const places: Place[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`);
    const content = Buffer.from(rows.map(({ row }) => row).join('\n'));
    places.push({ where: `table ${name} (${rows.length} rows)`, content });
  }
  return places;
}

/** Every file below a folder but those named: the database's own files, its log of changes, logs. */
export async function filesOf(folder: string, except: readonly string[]): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places: Place[] = [];
  for (const entry of entries.filter((one) => one.isFile() && !except.includes(one.name))) {
    const path = join(entry.parentPath, entry.name);
    // The database writes some files anew while it runs; one that is gone holds nothing.
    const content = await readFile(path).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (content) places.push({ where: `file ${relative(folder, path)}`, content });
  }
  return places;
}

/** The ways in which a text could have been written down without being hidden. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  return [...new Set(forms)];
}

/** `what in where` for each of the secrets that stands in one of the places. */
export function findings(
  places: readonly Place[],
  secrets: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...secrets].flatMap(([what, forms]) =>
    places
      .filter(({ content }) => forms.some((form) => content.includes(form)))
      .map(({ where }) => `${what} in ${where}`),
  );
}
