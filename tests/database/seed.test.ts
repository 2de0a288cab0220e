import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { usernameToEmail } from '#domain/account.ts';
import { connect, rolledBack } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

test('design §2: the demonstration household moves in, and can sign in by name', async () => {
  const seed = await readFile(join(import.meta.dirname, '../../supabase/seed.sql'), 'utf8');
  await rolledBack(database, async () => {
    await database.query("delete from auth.users where id::text like 'a0000000-0000-4000-8000-%'");
    await database.query(seed);
    const { rows } = await database.query<{ username: string; email: string; works: boolean }>(`
      select p.username, i.email, u.email = i.email
        and extensions.crypt('household-demo', u.encrypted_password) = u.encrypted_password as works
      from public.profiles as p
      join auth.users as u on u.id = p.id
      join auth.identities as i on i.user_id = p.id
      where p.id::text like 'a0000000-0000-4000-8000-%'
      order by p.username`);
    expect(rows).toEqual(
      ['anna', 'ben'].map((username) => ({
        username,
        email: usernameToEmail(username),
        works: true,
      })),
    );
  });
});
