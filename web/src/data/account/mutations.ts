import { mutationOptions } from '@tanstack/react-query';
import type { ChangeEmail, ChangePassword, ForgotPassword, Register } from '#domain/account.ts';
import { callFunction } from '../../lib/supabase.ts';
import { endAccount, signOut } from '../../lib/session.ts';
import { forgetCopy } from '../../sync/sync.ts';

/** Ends the session, and removes this person's copy from the device; neither waits for the other. */
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

/** An empty address removes the one that there is. */
export const changeEmailMutation = mutationOptions({
  mutationFn: (body: ChangeEmail) => callFunction('account/change-email', { body }),
});

/** Deletes the signed-in person's account with everything in it, and ends its session here. */
export const deleteAccountMutation = mutationOptions({
  mutationFn: (currentPassword: string) =>
    endAccount(() => callFunction('account/delete', { body: { currentPassword } })),
});
