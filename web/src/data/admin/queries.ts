import { useEffect } from 'react';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminEventSchema, adminUserSchema, registrationSchema } from '#domain/admin.ts';
import { emailStatusSchema } from '#domain/mail.ts';
import { callFunction } from '../../lib/supabase.ts';
import { subscribeToTopic } from '../../sync/topic.ts';

/** Everything that only administrators may read. */
const ADMIN = 'admin';

export const adminKeys = {
  all: [ADMIN],
  users: [ADMIN, 'users'],
  registration: [ADMIN, 'registration'],
  auditLog: [ADMIN, 'audit-log'],
  email: [ADMIN, 'email'],
} as const;

/** Every user, sorted by username by the server. */
export const usersQuery = queryOptions({
  queryKey: adminKeys.users,
  queryFn: async () =>
    z.array(adminUserSchema).parse(await callFunction('admin/users', { method: 'GET' })),
});

/** Who may register, and the unused invitations, newest first. */
export const registrationSettingsQuery = queryOptions({
  queryKey: adminKeys.registration,
  queryFn: async () =>
    registrationSchema.parse(await callFunction('admin/registration', { method: 'GET' })),
});

/** What administrators did, newest first. */
export const auditLogQuery = queryOptions({
  queryKey: adminKeys.auditLog,
  queryFn: async () =>
    z.array(adminEventSchema).parse(await callFunction('admin/events', { method: 'GET' })),
});

/** The service and address that mail is sent by, and since when; never the password. */
export const emailSettingsQuery = queryOptions({
  queryKey: adminKeys.email,
  queryFn: async () =>
    emailStatusSchema.parse(await callFunction('admin/email', { method: 'GET' })),
  // The screen is open to people whom the server refuses, and who may become administrators.
  staleTime: 0,
});

/**
 * What a change of a table makes stale. A new user may have used an invitation; changes of the email
 * and registration settings are sent as entries of the audit log only.
 */
const STALE_KEYS: Record<string, readonly (readonly string[])[]> = {
  profiles: [adminKeys.users, adminKeys.registration],
  admin_events: [adminKeys.auditLog, adminKeys.registration, adminKeys.email],
};

/**
 * Refetches what has changed on the server. A first read that is under way may be older than the
 * change, and react-query would only wait for it: it is read once more after that.
 */
export async function readAgain(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const isFirst = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .some(({ state }) => state.data === undefined);
  await client.invalidateQueries({ queryKey });
  if (isFirst) await client.invalidateQueries({ queryKey });
}

/** Keeps these queries up to date while a screen shows them: the topic sends ids only. */
export function useAdminUpdates({ enabled = true } = {}): void {
  const client = useQueryClient();
  useEffect(() => {
    const invalidate = (queryKey: readonly string[]) => {
      readAgain(client, queryKey).catch((error: unknown) => {
        console.error(`${queryKey.join(' ')} could not be read again.`, error);
      });
    };
    if (!enabled) return undefined;
    return subscribeToTopic('admin', {
      receive: ({ table }) => STALE_KEYS[table]?.forEach(invalidate),
      reload: () => invalidate(adminKeys.all),
    });
  }, [client, enabled]);
}
