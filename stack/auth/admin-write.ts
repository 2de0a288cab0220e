import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { toAdminError, emailExists, loadUser } from './admin.ts';
import type { Queries } from './database.ts';
import { parseDuration } from './duration.ts';
import { AuthError, invalid, json } from './errors.ts';
import { turnOf } from './grants.ts';
import type { Call, Service } from './grants.ts';
import { MAX_PASSWORD_BYTES } from './hasher.ts';
import { assertStrong } from './password-rules.ts';
import { flag, metadata, readBody, text } from './requests.ts';
import { endSessions } from './sessions.ts';
import type { Metadata } from './users.ts';
import {
  findUserByEmail,
  findUserById,
  INSTANCE,
  mergeMetadata,
  setPassword,
  userJson,
} from './users.ts';

// The form that browsers accept in <input type="email">, which GoTrue uses too.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const BCRYPT = /^\$2[ab]\$\d{2}\$[./A-Za-z0-9]{53}$/;

const userBody = z.object({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});

type UserBody = z.output<typeof userBody>;

function validEmail(email: string): string {
  if (email.length > 255) throw invalid('An email address is too long');
  if (!EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format');
  return email.toLowerCase();
}

/** Until when a ban lasts: null lifts it, undefined leaves it as it is. */
function banUntil(duration: string): Date | null | undefined {
  if (!duration) return undefined;
  if (duration === 'none') return null;
  const seconds = parseDuration(duration);
  if (seconds === undefined) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`);
  }
  const until = new Date(Date.now() + seconds * 1000);
  if (Number.isNaN(until.getTime())) throw invalid('invalid format for ban duration: too long');
  return seconds === 0 ? null : until;
}

function refusePhone(body: UserBody): void {
  if (body.phone) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
}

async function hashFor(service: Service, call: Call, body: UserBody): Promise<string> {
  if (body.password && body.password_hash) {
    throw invalid('Only a password or a password hash should be provided');
  }
  if (body.password_hash) {
    if (!BCRYPT.test(body.password_hash)) throw invalid('password_hash must be a bcrypt hash');
    return body.password_hash;
  }
  // As GoTrue: no password means one that nobody knows, and a weak one is the administrator's choice.
  const password = body.password || randomBytes(48).toString('base64');
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`bcrypt: password length exceeds ${MAX_PASSWORD_BYTES} bytes`);
  }
  return service.hasher.hash(password, turnOf(call, false));
}

async function insertIdentity(
  queries: Queries,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  const data = { sub: userId, email, email_verified: verified, phone_verified: false };
  await queries.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, 'email', now(), now(), now())
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || excluded.identity_data,
           updated_at = now()`,
    [userId, JSON.stringify(data)],
  );
}

function customId(id: string): string {
  if (!id) return randomUUID();
  if (!z.guid().safeParse(id).success) throw invalid('ID must conform to the uuid v4 format');
  if (id === INSTANCE) throw invalid('ID cannot be a nil uuid');
  return id;
}

/** POST /admin/users: the user and the e-mail identity in one transaction. */
export async function createUser(service: Service, call: Call): Promise<Response> {
  const body = await readBody(call.request, userBody);
  refusePhone(body);
  if (!body.email) throw invalid('Cannot create a user without either an email or phone');
  const email = validEmail(body.email);
  if (await findUserByEmail(service.database, email)) throw emailExists();
  const id = customId(body.id);
  const bannedUntil = banUntil(body.ban_duration) ?? null;
  const hash = await hashFor(service, call, body);
  const providers = { provider: 'email', providers: ['email'] };
  const appMetadata = mergeMetadata(providers, body.app_metadata ?? {});
  const verified = body.email_confirm ? { email_verified: true } : {};
  const userMetadata = { ...body.user_metadata, ...verified };
  try {
    const created = await service.database.transaction(async (tx) => {
      await tx.query(
        `insert into auth.users
           (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
            raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at,
            confirmation_token, recovery_token, email_change, email_change_token_new)
         values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, $8, $9, $10, now(), now(),
                 '', '', '', '')`,
        [
          INSTANCE,
          id,
          body.aud || 'authenticated',
          body.role.trim() || 'authenticated',
          email,
          hash,
          body.email_confirm,
          JSON.stringify(appMetadata),
          JSON.stringify(userMetadata),
          bannedUntil,
        ],
      );
      await insertIdentity(tx, id, email, false);
      return findUserById(tx, id);
    });
    if (!created) throw new Error('The user vanished while it was being created.');
    return json(200, userJson(created));
  } catch (error) {
    throw toAdminError(service, error, 'Database error creating new user');
  }
}

/** PUT /admin/users/:id. A new password ends all of the user's sessions. */
export async function updateUser(service: Service, call: Call, id: string): Promise<Response> {
  await loadUser(service, id);
  const body = await readBody(call.request, userBody);
  refusePhone(body);
  const email = body.email ? validEmail(body.email) : null;
  const ban = banUntil(body.ban_duration);
  if (body.password) assertStrong(body.password, service.settings);
  const hash = body.password
    ? await service.hasher.hash(body.password, turnOf(call, true))
    : undefined;
  try {
    const updated = await service.database.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [id]);
      const current = await findUserById(tx, id);
      if (!current) throw new AuthError(404, 'user_not_found', 'User not found');
      const app = mergeMetadata(current.raw_app_meta_data, body.app_metadata ?? {});
      const confirmed: Metadata = body.email_confirm ? { email_verified: true } : {};
      const own = mergeMetadata(current.raw_user_meta_data, {
        ...confirmed,
        ...body.user_metadata,
      });
      await tx.query(
        `update auth.users set role = coalesce($2, role), email = coalesce($3, email),
           email_confirmed_at = case when $4 then now() else email_confirmed_at end,
           raw_app_meta_data = $5, raw_user_meta_data = $6,
           banned_until = case when $7 then $8 else banned_until end, updated_at = now()
         where id = $1`,
        [
          id,
          body.role.trim() || null,
          email,
          body.email_confirm,
          JSON.stringify(app),
          JSON.stringify(own),
          ban !== undefined,
          ban ?? null,
        ],
      );
      if (email) await insertIdentity(tx, id, email, body.email_confirm);
      if (hash !== undefined) {
        await setPassword(tx, id, hash);
        await endSessions(tx, id, 'global');
      }
      return findUserById(tx, id);
    });
    if (!updated) throw new AuthError(404, 'user_not_found', 'User not found');
    return json(200, userJson(updated));
  } catch (error) {
    const failure = toAdminError(service, error, 'Error updating user');
    // GoTrue answers a taken address like any other failure of an update.
    if (failure instanceof AuthError && failure.code === 'email_exists') {
      throw new AuthError(500, 'unexpected_failure', 'Error updating user', { cause: error });
    }
    throw failure;
  }
}
