import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { usernameToEmail } from '#domain/account.ts';

/** Where an installation answers, and the key that anybody may know. */
export type Installation = { url: string; publishableKey: string };

const configSchema = z.object({ supabaseUrl: z.string(), publishableKey: z.string() });

/**
 * The installation behind a web address, by its /config.json; with a key given, `url` is taken to
 * be Supabase itself.
 */
export async function findInstallation(
  url: string,
  publishableKey?: string,
): Promise<Installation> {
  if (publishableKey) return { url, publishableKey };
  const response = await fetch(new URL('/config.json', url)).catch((error: unknown) => {
    throw new Error(`nothing answers at ${url}; is Almanac running (npm start)?`, { cause: error });
  });
  if (!response.ok) {
    throw new Error(
      `${url} has no /config.json (${response.status}); for a Supabase project add --publishable-key`,
    );
  }
  const config = configSchema.parse(await response.json());
  return {
    url: new URL(config.supabaseUrl, url).href.replace(/\/$/, ''),
    publishableKey: config.publishableKey,
  };
}

/**
 * A client signed in as this user, who is registered first if that fails: an installation that asks
 * for invitations takes no registration, but everybody who has an account.
 * @throws Error in words for the person at the terminal
 */
export async function enter(
  installation: Installation,
  username: string,
  password: string,
): Promise<{ client: SupabaseClient; registered: boolean }> {
  const { url, publishableKey } = installation;
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: true },
  });
  const signIn = () =>
    client.auth.signInWithPassword({ email: usernameToEmail(username), password });
  const first = await signIn();
  if (!first.error) return { client, registered: false };

  const response = await fetch(`${url}/functions/v1/account/register`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (response.status === 409) {
    throw new Error(`${username} exists already, with another password: give it by --password`);
  }
  if (!response.ok) {
    throw new Error(`cannot register ${username}: ${response.status} ${await response.text()}`);
  }
  const { error } = await signIn();
  if (error) throw new Error(`cannot sign in as ${username}: ${error.message}`);
  return { client, registered: true };
}
