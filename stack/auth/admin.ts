import * as z from 'zod';
import type { KeyRing } from '../tokens/tokens.ts';
import { DatabaseUnavailable, sqlErrorOf } from './database.ts';
import { AuthError, invalid, json } from './errors.ts';
import type { Call, Service } from './grants.ts';
import { callerOf, flag, readBody } from './requests.ts';
import type { User } from './users.ts';
import { findUserById, INSTANCE, USER_COLUMNS, userJson } from './users.ts';

/** Lets the secret key and service_role tokens through. Throws 401, and 403 not_admin. */
export function assertAdmin(request: Request, keys: KeyRing): void {
  const caller = callerOf(request, keys);
  if (caller.role === 'service_role') return;
  if (!caller.authorized) {
    const message = 'This endpoint requires a valid Bearer token';
    throw new AuthError(401, 'no_authorization', message);
  }
  throw new AuthError(403, 'not_admin', 'User not allowed');
}

/** The user with this id. Throws 404 validation_failed, and 404 user_not_found. */
export async function loadUser(service: Service, id: string): Promise<User> {
  if (!z.guid().safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  }
  const user = await findUserById(service.database, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

/** 422 email_exists. */
export function emailExists(): AuthError {
  const message = 'A user with this email address has already been registered';
  return new AuthError(422, 'email_exists', message);
}

/**
 * GoTrue answers every failure of the database with 500 and its own words. Only an address
 * that was taken a moment ago has its own error, since the caller could not know.
 */
export function toAdminError(service: Service, error: unknown, message: string): unknown {
  if (error instanceof AuthError || error instanceof DatabaseUnavailable) return error;
  const fault = sqlErrorOf(error);
  if (!fault) return error;
  if (fault.code === '23505' && fault.constraint === 'users_email_partial_key') {
    return emailExists();
  }
  service.log('error', `auth: ${message}`, { ...fault, reason: String(error) });
  return new AuthError(500, 'unexpected_failure', message, { cause: error });
}

/** GET /admin/users?page=&per_page=: newest first, with X-Total-Count and Link. */
export async function listUsers(service: Service, call: Call): Promise<Response> {
  const url = new URL(call.request.url);
  const number = (name: string, standard: number) => {
    const value = url.searchParams.get(name) || String(standard);
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw invalid(`Bad Pagination Parameters: ${name} must be a whole number`);
  };
  const page = Math.max(1, number('page', 1));
  const perPage = Math.min(1000, number('per_page', 50) || 50);
  const users = await service.database.query<User>(
    `select ${USER_COLUMNS} from auth.users u
     where u.instance_id = $1 and u.aud = 'authenticated'
     order by u.created_at desc, u.id limit $2 offset $3`,
    [INSTANCE, perPage, (page - 1) * perPage],
  );
  const [total] = await service.database.query<{ count: number }>(
    `select count(*)::int from auth.users where instance_id = $1 and aud = 'authenticated'`,
    [INSTANCE],
  );
  const count = total?.count ?? 0;
  const last = Math.ceil(count / perPage);
  // Paths and order of parameters as GoTrue's: supabase-js reads the page from a fixed position.
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')];
  return json(
    200,
    { users: users.map(userJson), aud: 'authenticated' },
    { 'x-total-count': String(count), link: links.join(', ') },
  );
}

/** GET /admin/users/:id. */
export async function getUser(service: Service, id: string): Promise<Response> {
  return json(200, userJson(await loadUser(service, id)));
}

const deleteBody = z.object({ should_soft_delete: flag });

/** DELETE /admin/users/:id: with everything that refers to the user. */
export async function deleteUser(service: Service, call: Call, id: string): Promise<Response> {
  await loadUser(service, id);
  const { should_soft_delete: soft } = await readBody(call.request, deleteBody, '{}');
  if (soft) throw new AuthError(422, 'feature_disabled', 'Soft deletion is not offered here.');
  try {
    await service.database.transaction(async (tx) => {
      await tx.query('delete from auth.users where id = $1', [id]);
      // Tokens go with their sessions; this is for tokens without one, of a restored dump.
      await tx.query('delete from auth.refresh_tokens where instance_id = $1 and user_id = $2', [
        INSTANCE,
        id,
      ]);
    });
  } catch (error) {
    throw toAdminError(service, error, 'Database error deleting user');
  }
  return json(200, {});
}
