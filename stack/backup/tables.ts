import type { Client } from 'pg';
import type { Section } from './format.ts';

/** A table whose rows belong to the people and not to the machine. */
export type Table = {
  oid: number;
  /** Quoted as SQL wants it, with its schema. */
  name: string;
  /** Those that can be written: without generated ones. */
  columns: string[];
  /** Ours, with triggers that can be switched off; the others are the identity service's. */
  isPublic: boolean;
};

type Found = Table & { parents: number[] };

/** Parents before children, so that foreign keys hold at the end of each table. */
function sorted(tables: readonly Found[]): Found[] {
  const placed: Found[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter(
      ({ oid, parents }) =>
        !waiting.some((other) => other.oid !== oid && parents.includes(other.oid)),
    );
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    placed.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return placed;
}

/**
 * The tables that a backup holds: all of `public`, what programs have written of its rows, and the accounts with their second steps. Not the sessions (a backup
 * must not sign its finder in), nor counters of rate limits and messages under way.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Found>(
    `select c.oid, format('%I.%I', n.nspname, c.relname) as name, n.nspname <> 'auth' as "isPublic",
       array(
         select a.attname::text from pg_catalog.pg_attribute as a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum
       ) as columns,
       array(
         select f.confrelid from pg_catalog.pg_constraint as f
         where f.conrelid = c.oid and f.contype = 'f'
       ) as parents
     from pg_catalog.pg_class as c
     join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (
       n.nspname = 'public' or (n.nspname = 'private' and c.relname in ('dav_objects', 'dav_lists'))
       or (n.nspname = 'auth' and c.relname in ('users', 'identities', 'mfa_factors'))
     )
     order by 2`,
  );
  return sorted(rows);
}

/** Where the numbering of a table's identity columns stands. */
export async function readSequences(client: Client, table: Table): Promise<Section['sequences']> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select column_name as column, pg_get_serial_sequence($1, column_name) as sequence
     from unnest($2::text[]) as column_name
     where pg_get_serial_sequence($1, column_name) is not null`,
    [table.name, table.columns],
  );
  const sequences = [];
  for (const { column, sequence } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    for (const { last, called } of state.rows) sequences.push({ column, last, called });
  }
  return sequences;
}

/** The column list of a COPY. */
export function columnList(client: Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ');
}
