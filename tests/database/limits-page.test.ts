import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect } from '../support/database.ts';

let database: Client;
let rows: string[][];

beforeAll(async () => {
  database = await connect();
  const page = await readFile(join(import.meta.dirname, '../../docs/limits.md'), 'utf8');
  rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
});

const number = (text = '') => Number(text.replaceAll(',', ''));

/** The figure that the page's row of this name has. */
const figure = (name: string) => number(rows.find(([, first]) => first?.startsWith(name))?.[2]);

test('design §4 limits page: the lengths of texts are those of the tables', async () => {
  const { rows: found } = await database.query<{ column: string; most: number }>(
    `select format('%s.%s', c.conrelid::regclass, a.attname) as column,
       greatest(
         substring(pg_get_constraintdef(c.oid) from 'length\\([^)]*\\)+ <= (\\d+)')::integer
       ) as most
     from pg_constraint as c
     join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and c.connamespace = 'public'::regnamespace
       and c.conrelid::regclass::text in (
         'tasks', 'categories', 'contacts', 'folders', 'notes', 'profiles'
       )
       and pg_get_constraintdef(c.oid) ~ 'length\\([^)]*\\)+ <= \\d+'`,
  );
  const documented = rows.flatMap(([, table, columns = '', most]) =>
    /^`\w+`$/.test(table ?? '')
      ? columns
          .split(', ')
          .map((column) => [`${table}.${column}`.replaceAll('`', ''), number(most)])
      : [],
  );
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(found.map(({ column, most }) => [column, most])),
  );
});

test('design §4 limits page: what an account may store is what the database starts with', async () => {
  const { rows: limits } = await database.query<{ rows: number; bytes: number }>(
    `select max_rows::float8 as rows, max_bytes::float8 as bytes
     from private.account_limits where user_id is null`,
  );
  expect(limits).toEqual([{ rows: figure('tasks, categories'), bytes: figure('text in all') }]);
  const { rows: share } = await database.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'spend_broadcast'`,
  );
  const [, bytes] =
    /bytes_a_day constant double precision := (\S+);/.exec(share[0]?.source ?? '') ?? [];
  expect(Number(bytes)).toBe(figure('messages to its'));
});
