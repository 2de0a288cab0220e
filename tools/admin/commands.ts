import { randomBytes } from 'node:crypto';
import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import {
  createInvitationToken,
  hashInvitationToken,
  invitationUrl,
} from '#domain/invitation-token.ts';
import { optionalEmailSchema, usernameSchema, usernameToEmail } from '#domain/account.ts';
import { registrationModeSchema } from '#domain/admin.ts';
import { failure, findUser, type Installation } from './installation.ts';

/** Each answers the line to print. The actor of their audit entries is nobody: the person at the machine. */

function newPassword(): string {
  return `Aa1-${randomBytes(9).toString('base64url')}`;
}

/** `value` as the schema wants it, or its first complaint. */
function checked<T extends z.core.$ZodType>(schema: T, value: unknown): z.core.output<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new Error(result.error.issues[0]?.message ?? 'This is not valid');
}

/** What the identity service is asked for next, for the audit log (the functions do the same). */
async function announce(client: SupabaseClient, act: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await client.rpc('announce_act', { act });
  if (error) throw failure(error);
  return data;
}

export async function setAdministrator(
  { client }: Installation,
  name: string,
  value: boolean,
): Promise<string> {
  const user = await findUser(client, name);
  const { error } = await client.rpc('set_administrator', { subject: user.id, value, actor: null });
  if (error) throw failure(error);
  return `${user.username} is an ${value ? 'administrator' : 'ordinary user'}.`;
}

/** A new password that has to be changed at the next sign-in; all sessions of the user end. */
export async function resetPassword({ client }: Installation, name: string): Promise<string> {
  const { id, username } = await findUser(client, name);
  const password = newPassword();
  const act = await announce(client, {
    action: 'reset_password',
    subject_id: id,
    must_change_password: true,
  });
  const { error } = await client.auth.admin.updateUserById(id, {
    password,
    app_metadata: { announced_act: act },
  });
  if (error) throw failure(error);
  return `${username} signs in with ${password} and then has to choose a new password.`;
}

/** A new account; the first of an installation becomes administrator, exposed or not. */
export async function createUser({ client }: Installation, name: string): Promise<string> {
  const username = checked(usernameSchema, name);
  const password = newPassword();
  const act = await announce(client, { action: 'create_user' });
  const { data, error } = await client.auth.admin.createUser({
    email: usernameToEmail(username),
    password,
    email_confirm: true,
    user_metadata: { username },
    app_metadata: { announced_act: act },
  });
  if (error?.code === 'email_exists') throw new Error(`There is a user "${username}" already.`);
  if (error) throw failure(error);
  const profile = await client
    .from('profiles')
    .select('is_admin')
    .eq('id', data.user.id)
    .single<{ is_admin: boolean }>();
  if (profile.error) throw failure(profile.error);
  const rights = profile.data.is_admin ? ' It is the first account and administers.' : '';
  return `${username} signs in with ${password} and then has to choose a new password.${rights}`;
}

async function askForName(username: string): Promise<void> {
  if (!stdin.isTTY) {
    throw new Error('There is no terminal to ask at: add --yes to delete without asking.');
  }
  const terminal = createInterface({ input: stdin, output: stderr });
  const typed = await terminal.question(
    `This deletes ${username} with everything, for good. Type the name to go on: `,
  );
  terminal.close();
  if (usernameToEmail(typed) !== usernameToEmail(username)) {
    throw new Error('The name does not match: nothing was deleted.');
  }
}

export async function deleteUser(
  { client }: Installation,
  name: string,
  isSure: boolean,
): Promise<string> {
  const { id, username } = await findUser(client, name);
  if (!isSure) await askForName(username);
  const { error } = await client.rpc('delete_user', { subject: id, actor: null });
  if (error) throw failure(error);
  return `${username} and everything of theirs is deleted.`;
}

/** A link for one account. Mail is sent from the administration only. */
export async function invite({ client, siteUrl }: Installation, mail = ''): Promise<string> {
  const email = checked(optionalEmailSchema, mail) || null;
  const token = createInvitationToken();
  const { error } = await client.rpc('create_invitation', {
    hash: hashInvitationToken(token),
    email,
    actor: null,
  });
  if (error) throw failure(error);
  return `${invitationUrl(token, siteUrl)}\nmakes one account within seven days.`;
}

export async function setRegistration({ client }: Installation, text: string): Promise<string> {
  const result = z.safeParse(registrationModeSchema, text);
  if (!result.success) throw new Error('Registration is open, invite or closed.');
  const { error } = await client.rpc('set_registration', { mode: result.data, actor: null });
  if (error) throw failure(error);
  return `Registration is ${{ open: 'open', invite: 'by invitation', closed: 'closed' }[result.data]}.`;
}
