import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { usernameToEmail } from '../supabase/functions/_shared/domain/username.ts';

const USAGE = `For the person at the machine who locked themselves out.

  npm run admin -- grant NAME     makes NAME an administrator
  npm run admin -- revoke NAME    makes NAME an ordinary user
  npm run admin -- reset NAME     gives NAME a new password, to be changed at the next sign-in

Almanac has to be running (npm start). DATA_DIR and PORT as there. For a Supabase project set
SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY instead.`;

const COMMANDS = ['grant', 'revoke', 'reset'] as const;
type Command = (typeof COMMANDS)[number];

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

/** The user of this name in any spelling that signs in to the same account. */
async function findUser(client: SupabaseClient, name: string) {
  const address = usernameToEmail(name);
  const pageSize = 1000;
  for (let from = 0; ; from += pageSize) {
    const { data, error } = await client
      .from('profiles')
      .select('id, username')
      .order('id')
      .range(from, from + pageSize - 1)
      .overrideTypes<{ id: string; username: string }[], { merge: false }>();
    if (error) throw new Error(reason(error.message));
    const user = data.find(({ username }) => usernameToEmail(username) === address);
    if (user) return user;
    if (data.length < pageSize) throw new Error(`There is no user "${name}".`);
  }
}

function reason(message: string): string {
  return /fetch failed/.test(message)
    ? 'Almanac does not answer: start it first (npm start).'
    : message;
}

async function setAdministrator(client: SupabaseClient, id: string, value: boolean): Promise<void> {
  const { error } = await client.rpc('set_administrator', { subject: id, value, actor: null });
  if (error) throw new Error(reason(error.message));
}

/** A new password that has to be changed at the next sign-in; all sessions of the user end. */
async function resetPassword(client: SupabaseClient, id: string, name: string): Promise<string> {
  const password = `Aa1-${randomBytes(9).toString('base64url')}`;
  const { error } = await client.auth.admin.updateUserById(id, { password });
  if (error) throw new Error(reason(error.message));
  const profile = await client.from('profiles').update({ must_change_password: true }).eq('id', id);
  if (profile.error) throw new Error(reason(profile.error.message));
  const resets = await client.from('password_resets').delete().eq('user_id', id);
  if (resets.error) throw new Error(reason(resets.error.message));
  const event = await client
    .from('admin_events')
    .insert({ action: 'reset_password', subject_id: id, detail: { actor: null, subject: name } });
  if (event.error) throw new Error(reason(event.error.message));
  return password;
}

function isCommand(text: string | undefined): text is Command {
  return COMMANDS.some((command) => command === text);
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, name, ...rest] = positionals;
  if (!isCommand(command) || !name || rest.length > 0) throw new Error(USAGE);
  const { url, secretKey } = findInstallation();
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const user = await findUser(client, name);
  if (command === 'reset') {
    const password = await resetPassword(client, user.id, user.username);
    console.log(
      `${user.username} signs in with ${password} and then has to choose a new password.`,
    );
    return;
  }
  await setAdministrator(client, user.id, command === 'grant');
  console.log(
    command === 'grant'
      ? `${user.username} is an administrator.`
      : `${user.username} is an ordinary user.`,
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
