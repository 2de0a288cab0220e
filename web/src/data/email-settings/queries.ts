import { queryOptions } from '@tanstack/react-query';
import { emailStatusSchema } from '#domain/mail.ts';
import { callFunction } from '../../lib/functions.ts';

export const EMAIL_SETTINGS = 'email-settings';

/** Which service and address mail goes out by, and since when; never the password. */
export const emailSettingsQuery = queryOptions({
  queryKey: [EMAIL_SETTINGS],
  queryFn: async () =>
    emailStatusSchema.parse(await callFunction('admin/email', { method: 'GET' })),
  // Only an open screen hears of other administrators' changes (live.ts).
  staleTime: 0,
});
