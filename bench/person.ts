import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestStack } from '../stack/testing.ts';
import { usernameToEmail } from '#domain/account.ts';

/** Somebody with an account who is signed in. */
export type Person = {
  id: string;
  email: string;
  password: string;
  accessToken: string;
  client: SupabaseClient;
  /** What their requests carry. */
  headers: Record<string, string>;
};

/** Makes an account through the admin API and signs in to it. */
export async function createPerson(stack: TestStack, username: string): Promise<Person> {
  const email = usernameToEmail(username);
  const password = 'a password for the bench';
  const service = createClient(stack.url, stack.secretKey);
  const created = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { username },
  });
  if (created.error) throw created.error;
  const client = createClient(stack.url, stack.publishableKey);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const accessToken = data.session.access_token;
  const headers = {
    apikey: stack.publishableKey,
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
  };
  return { id: created.data.user.id, email, password, accessToken, client, headers };
}
