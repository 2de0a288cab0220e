import { mutationOptions } from '@tanstack/react-query';
import type {
  ChangePassword,
  ForgotPassword,
  Register,
} from '../../../../supabase/functions/_shared/domain/account.ts';
import { callFunction } from '../../lib/functions.ts';
import { signIn, signOut } from './sign-in.ts';

export const signInMutation = mutationOptions({ mutationFn: signIn });

export const signOutMutation = mutationOptions({ mutationFn: () => signOut() });

export const registerMutation = mutationOptions({
  mutationFn: (body: Register) => callFunction('account/register', { body }),
});

export const forgotPasswordMutation = mutationOptions({
  mutationFn: (body: ForgotPassword) => callFunction('account/reset-password', { body }),
});

export const changePasswordMutation = mutationOptions({
  mutationFn: (body: ChangePassword) => callFunction('account/change-password', { body }),
});
