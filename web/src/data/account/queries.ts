import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { registrationModeSchema } from '#domain/admin.ts';
import { codeOf, statusOf } from '../../lib/errors.ts';
import { callFunction } from '../../lib/supabase.ts';

const registrationSchema = z.object({
  mode: registrationModeSchema,
  /** There is no account yet, and the first one needs the setup code. */
  setup: z.boolean(),
});

const invitationSchema = z.object({ email: z.nullable(z.string()) });

/** Who may register here. */
export type Registration = z.infer<typeof registrationSchema>;

/** What the server says about an invitation; `email` is the address that it was sent to. */
export type Invitation = { isValid: boolean; email: string | null };

/** Asked each time that the form is opened: an administrator may have changed it. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: async () =>
    registrationSchema.parse(await callFunction('account/registration', { method: 'GET' })),
  gcTime: 0,
});

/** Throws only when the server could not say whether the invitation is valid. */
async function checkInvitation(invitation: string): Promise<Invitation> {
  try {
    const answer = await callFunction('account/check-invitation', { body: { invitation } });
    return { isValid: true, email: invitationSchema.parse(answer).email };
  } catch (error) {
    // 400: nothing that the server ever gave out.
    if (codeOf(error) !== 'invitation_invalid' && statusOf(error) !== 400) throw error;
    return { isValid: false, email: null };
  }
}

export function invitationQuery(invitation: string) {
  return queryOptions({
    queryKey: ['registration', 'invitation', invitation],
    queryFn: () => checkInvitation(invitation),
    gcTime: 0,
  });
}
