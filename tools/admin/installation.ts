import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { usernameToEmail } from '#domain/account.ts';

/** An installation with its secret key. */
export type Installation = {
  client: SupabaseClient;
  /** The address that people open, for links. */
  siteUrl: string;
};

const secretsSchema = z.object({ secretKey: z.string() });

/** Where the installation answers, and its secret key. */
function findInstallation(): { url: string; secretKey: string } {
  const {
    SUPABASE_URL,
    SUPABASE_SERVICE_ROLE_KEY,
    DATA_DIR = '.data',
    PORT = '3000',
  } = process.env;
  if (SUPABASE_URL && SUPABASE_SERVICE_ROLE_KEY) {
    return { url: SUPABASE_URL, secretKey: SUPABASE_SERVICE_ROLE_KEY };
  }
  const file = resolve(DATA_DIR, 'secrets.json');
  if (!existsSync(file)) {
    throw new Error(
      `${file} does not exist: there is no installation in this folder. Set DATA_DIR to its data folder, or for a Supabase project SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY.`,
    );
  }
  const { secretKey } = secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { url: `http://localhost:${PORT}`, secretKey };
}

/** The installation that the environment names. Throws one line for the person at the machine. */
export function openInstallation(): Installation {
  const { url, secretKey } = findInstallation();
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { client, siteUrl: process.env['SITE_URL'] || url };
}

/** What went wrong, in words for the person at the machine. */
export function failure(error: { message: string }): Error {
  return new Error(
    /fetch failed/.test(error.message)
      ? 'Almanac does not answer: start it first (npm start).'
      : error.message,
  );
}

export type FoundUser = { id: string; username: string };

/** The user of this name in any spelling that signs in to the same account. */
export async function findUser(client: SupabaseClient, name: string): Promise<FoundUser> {
  const address = usernameToEmail(name);
  const pageSize = 1000;
  for (let from = 0; ; from += pageSize) {
    const { data, error } = await client
      .from('profiles')
      .select('id, username')
      .order('id')
      .range(from, from + pageSize - 1)
      .overrideTypes<FoundUser[], { merge: false }>();
    if (error) throw failure(error);
    const user = data.find(({ username }) => usernameToEmail(username) === address);
    if (user) return user;
    if (data.length < pageSize) throw new Error(`There is no user "${name}".`);
  }
}
