import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  adminEventSchema,
  adminUserSchema,
} from '../../../../supabase/functions/_shared/domain/admin.ts';
import { callFunction } from '../../lib/functions.ts';
import { adminKeys } from './keys.ts';

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
