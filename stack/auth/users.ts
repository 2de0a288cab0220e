import type { Queries } from './database.ts';

export type Metadata = Record<string, unknown>;

type IdentityRow = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

/** A factor as GoTrue's API shows it: without its secret. */
type FactorJson = {
  id: string;
  status: 'verified' | 'unverified';
  friendly_name: string | null;
  factor_type: string;
  created_at: string;
  updated_at: string;
};

/** A row of auth.users with its identities; the columns that this service reads. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: IdentityRow[];
  factors: FactorJson[];
};

// GoTrue looks its rows up by this instance id, so rows without it would be lost to it.
export const INSTANCE = '00000000-0000-0000-0000-000000000000';

/** Columns of `User` from auth.users as `u`. */
export const USER_COLUMNS = `u.id, u.aud, u.role, u.email, u.encrypted_password,
  u.email_confirmed_at, u.phone, u.phone_confirmed_at, u.confirmed_at, u.invited_at,
  u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at,
  u.banned_until, u.deleted_at, u.is_anonymous,
  coalesce((
    select jsonb_agg(to_jsonb(i) order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id
  ), '[]') as identities,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'status', f.status, 'friendly_name', f.friendly_name,
      'factor_type', f.factor_type, 'created_at', f.created_at, 'updated_at', f.updated_at
    ) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id
  ), '[]') as factors`;

/** The account with this address, compared without regard to case, or undefined. */
export async function findUserByEmail(queries: Queries, email: string): Promise<User | undefined> {
  const [user] = await queries.query<User>(
    `select ${USER_COLUMNS} from auth.users u
     where u.instance_id = $1 and lower(u.email) = lower($2)
       and u.aud = 'authenticated' and not u.is_sso_user`,
    [INSTANCE, email],
  );
  return user;
}

/** The account with this id (a UUID), or undefined. */
export async function findUserById(queries: Queries, id: string): Promise<User | undefined> {
  const [user] = await queries.query<User>(
    `select ${USER_COLUMNS} from auth.users u where u.id = $1`,
    [id],
  );
  return user;
}

/** Whether `banned_until` lies ahead. */
export function isBanned(user: Pick<User, 'banned_until'>): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}

/** GoTrue's merge: keys replace keys, null removes a key, one level deep. */
export function mergeMetadata(current: Metadata | null, updates: Metadata): Metadata {
  const merged = { ...current, ...updates };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function identityJson(identity: IdentityRow): Metadata {
  const { id, provider_id, email, last_sign_in_at, ...rest } = identity;
  return {
    identity_id: id,
    id: provider_id,
    user_id: rest.user_id,
    identity_data: rest.identity_data,
    provider: rest.provider,
    last_sign_in_at: last_sign_in_at ?? undefined,
    created_at: rest.created_at,
    updated_at: rest.updated_at,
    email: email ?? undefined,
  };
}

/** The user as GoTrue's API shows it: no password, no tokens, empty times left out. */
export function userJson(user: User): Metadata {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(identityJson),
    ...(user.factors.length > 0 && { factors: user.factors }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

/** Stores a new hash and voids what the old password could still have been used for. */
export async function setPassword(queries: Queries, id: string, hash: string): Promise<void> {
  await queries.query(
    `update auth.users set encrypted_password = $2, updated_at = now(),
       confirmation_token = '', confirmation_sent_at = null, recovery_token = '',
       recovery_sent_at = null, email_change_token_current = '', email_change_token_new = '',
       email_change_sent_at = null, phone_change_token = '', phone_change_sent_at = null,
       reauthentication_token = '', reauthentication_sent_at = null
     where id = $1`,
    [id, hash],
  );
}
