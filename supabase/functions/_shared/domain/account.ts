import * as z from 'zod/mini';
import { usernameSchema } from './username.ts';

/** bcrypt reads no more than this; GoTrue refuses anything longer. */
const PASSWORD_MAX_BYTES = 72;

/** An optional real e-mail address of a user: `''` means none. */
export const optionalEmailSchema = z.string().check(
  z.trim(),
  z.refine((email) => email === '' || (email.length <= 254 && z.regexes.email.test(email)), {
    error: 'Please enter a valid email address',
  }),
);

/** Refuses what the identity service would cut off or refuse later. */
export const notTooLong = z.refine<string>(
  (password) => new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES,
  { error: `Password must be at most ${PASSWORD_MAX_BYTES} characters` },
);

/** Sign-in (spec section 5). */
export const loginSchema = z.object({
  username: z
    .string('Username is required')
    .check(z.trim(), z.minLength(1, 'Username is required')),
  password: z.string('Password is required').check(z.minLength(1, 'Password is required')),
});

/** Registration (spec section 5): the self-chosen minimum of section 9 holds here too. */
export const registerSchema = z.object({
  username: usernameSchema,
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.minLength(6, 'Password must be at least 6 characters'),
      notTooLong,
    ),
  email: z.optional(z.nullable(optionalEmailSchema)),
  /** The token of an invitation's link. */
  invitation: z.optional(z.string().check(z.maxLength(100))),
  /** What the start of an exposed installation printed, for its first account. */
  setupCode: z.optional(z.string().check(z.maxLength(100))),
});

/** Whether an invitation's link is still good (`account/check-invitation`). */
export const checkInvitationSchema = z.object({
  invitation: z.string('invitation is required').check(z.minLength(1), z.maxLength(100)),
});

/** The 'Forgot your password?' dialog (spec section 5). */
export const forgotPasswordSchema = z.object({
  identifier: z
    .string('Please enter your username or email')
    .check(
      z.trim(),
      z.minLength(1, 'Please enter your username or email'),
      z.maxLength(254, 'Please enter your username or email'),
    ),
});

const currentPasswordSchema = z
  .string('Current password is required')
  .check(z.minLength(1, 'Current password is required'));

/** What `account/change-email` takes; an empty address removes it. */
export const changeEmailSchema = z.object({
  email: optionalEmailSchema,
  currentPassword: currentPasswordSchema,
});

/** What `account/delete` takes. */
export const deleteAccountSchema = z.object({ currentPassword: currentPasswordSchema });

const newPasswordSchema = z
  .string('New password must be at least 6 characters')
  .check(z.minLength(6, 'New password must be at least 6 characters'), notTooLong);

/** What `account/change-password` takes (spec section 7). */
export const changePasswordSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});

/** The Change Password dialog (spec section 5): with the confirmation, which stays in the browser. */
export const changePasswordFormSchema = z
  .extend(changePasswordSchema, {
    confirmPassword: z
      .string('Please confirm your new password')
      .check(z.minLength(1, 'Please confirm your new password')),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: "Passwords don't match",
      path: ['confirmPassword'],
      // An empty confirmation already has its own message.
      when: ({ value }) => hasText(value, 'confirmPassword'),
    }),
  );

/** True if the unchecked form value has a non-empty text under `field`. */
export function hasText(value: unknown, field: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const text: unknown = Reflect.get(value, field);
  return typeof text === 'string' && text !== '';
}

export type Login = z.infer<typeof loginSchema>;
export type Register = z.infer<typeof registerSchema>;
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;
export type ChangeEmail = z.infer<typeof changeEmailSchema>;
export type ChangePassword = z.infer<typeof changePasswordSchema>;
