import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { hash } from 'bcrypt';
import { afterAll } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { supabase } from './environment.ts';

/** A user of the installation, signed in. */
export type Actor = {
  id: string;
  username: string;
  password: string;
  /** supabase-js with the user's session. */
  client: SupabaseClient;
  token: string;
};

const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** Somebody who has opened the page and is not signed in. */
export function nobody(): SupabaseClient {
  return createClient(supabase.url, supabase.publishableKey, options);
}

/** The edge functions' way in: past every policy. */
export function serviceRole(): SupabaseClient {
  return createClient(supabase.url, supabase.secretKey, options);
}

/** Somebody who shows this token, whatever it is worth; without `client.auth`. */
export function bearer(token: string): SupabaseClient {
  return createClient(supabase.url, supabase.publishableKey, {
    accessToken: () => Promise.resolve(token),
  });
}

/** A name that no other test uses. */
export function unique(name: string): string {
  return `${name}-${randomUUID().slice(0, 13)}`;
}

/** bcrypt's least: an installation's own takes a tenth of a second each time that somebody signs in. */
const HASH_COST = 4;

/**
 * Creates a user and signs in; the account goes when the test file has ended. The installation makes
 * the hash of the password where the time that it takes is what is tried.
 */
export async function actor(
  name: string,
  { admin = false, isHashedThere = false } = {},
): Promise<Actor> {
  const username = unique(name);
  const password = `Pw-${randomUUID()}`;
  const service = serviceRole();
  const created = await service.auth.admin.createUser({
    email: usernameToEmail(username),
    ...(isHashedThere ? { password } : { password_hash: await hash(password, HASH_COST) }),
    email_confirm: true,
    user_metadata: { username },
  });
  if (created.error) throw created.error;
  const { id } = created.data.user;
  afterAll(async () => {
    const { error } = await service.auth.admin.deleteUser(id);
    if (error && error.status !== 404) throw error;
  });
  if (admin) {
    const { error } = await service.from('profiles').update({ is_admin: true }).eq('id', id);
    if (error) throw error;
  }

  const client = nobody();
  const signedIn = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  if (signedIn.error) throw signedIn.error;
  return { id, username, password, client, token: signedIn.data.session.access_token };
}
