import type { Client } from 'pg';

/** Each column of the schema `auth` as `table.column`: its type, whether it may be null, its default. */
export async function authColumns(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname || '.' || a.attname as name,
       concat_ws(' ', format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then 'not null' end,
         case when a.attgenerated <> '' then 'generated' when d.adbin is not null then 'default' end,
         -- The same text, however it is cast.
         replace(pg_get_expr(d.adbin, d.adrelid), '::character varying', '::text')) as definition
     from pg_catalog.pg_attribute as a
     join pg_catalog.pg_class as c on c.oid = a.attrelid
     -- "default null" says nothing.
     left join pg_catalog.pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
       and pg_get_expr(d.adbin, d.adrelid) !~ '^NULL::'
     where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped
     order by c.relname collate "C", a.attname collate "C"`,
  );
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}
