import { queryOptions, mutationOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ChangeEmail, ChangePassword, ForgotPassword, Register } from '#domain/account.ts';
import { registrationModeSchema } from '#domain/admin.ts';
import { codeOf, statusOf } from '../../lib/errors.ts';
import { endAccount, signOut } from '../../lib/session.ts';
import { callFunction } from '../../lib/supabase.ts';
import { forgetCopy } from '../../sync/sync.ts';

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

/** Read each time the form is opened: an administrator may have changed it. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: async () =>
    registrationSchema.parse(await callFunction('account/registration', { method: 'GET' })),
  gcTime: 0,
});

/** Throws only if the server could not check the invitation. */
async function checkInvitation(invitation: string): Promise<Invitation> {
  try {
    const answer = await callFunction('account/check-invitation', { body: { invitation } });
    return { isValid: true, email: invitationSchema.parse(answer).email };
  } catch (error) {
    // 400: not in the form of an invitation.
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

/** Ends the session and, at the same time, removes this person's copy from the device. */
export const signOutMutation = mutationOptions({
  mutationFn: async () => {
    const forgotten = forgetCopy();
    try {
      await signOut();
    } finally {
      await forgotten;
    }
  },
});

export const registerMutation = mutationOptions({
  mutationFn: (body: Register) => callFunction('account/register', { body }),
});

export const forgotPasswordMutation = mutationOptions({
  mutationFn: (body: ForgotPassword) => callFunction('account/reset-password', { body }),
});

export const changePasswordMutation = mutationOptions({
  mutationFn: (body: ChangePassword) => callFunction('account/change-password', { body }),
});

/** An empty address removes the present one. */
export const changeEmailMutation = mutationOptions({
  mutationFn: (body: ChangeEmail) => callFunction('account/change-email', { body }),
});

/** Deletes the signed-in person's account with everything in it, and ends its session here. */
export const deleteAccountMutation = mutationOptions({
  mutationFn: (currentPassword: string) =>
    endAccount(() => callFunction('account/delete', { body: { currentPassword } })),
});
