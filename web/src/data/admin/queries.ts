import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminEventSchema, adminUserSchema } from '#domain/admin.ts';
import { callFunction } from '../../lib/functions.ts';

/** Everything that only administrators may read; reloaded as one when something of it changes. */
export const ADMIN = 'admin';

export const adminKeys = {
  users: [ADMIN, 'users'],
  events: [ADMIN, 'events'],
  registration: [ADMIN, 'registration'],
} as const;

/** Every user, sorted by username by the server. */
export const adminUsersQuery = queryOptions({
  queryKey: adminKeys.users,
  queryFn: async () =>
    z.array(adminUserSchema).parse(await callFunction('admin/users', { method: 'GET' })),
});

/** What administrators did, the last first. */
export const adminEventsQuery = queryOptions({
  queryKey: adminKeys.events,
  queryFn: async () =>
    z.array(adminEventSchema).parse(await callFunction('admin/events', { method: 'GET' })),
});
