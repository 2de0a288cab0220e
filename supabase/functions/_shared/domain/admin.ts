import * as z from 'zod/mini';
import { hasText, notTooLong } from './account.ts';

/** What an administrator's reset takes (spec sections 5 and 7). */
export const adminResetPasswordSchema = z.object({
  newPassword: z
    .string('Password must be at least 8 characters')
    .check(
      z.minLength(8, 'Password must be at least 8 characters'),
      z.regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter'),
      z.regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter'),
      z.regex(/[0-9]/, 'Password must contain at least one number'),
      notTooLong,
    ),
});

/** The Reset Password dialog (spec section 5). */
export const adminResetPasswordFormSchema = z
  .extend(adminResetPasswordSchema, { confirmPassword: z.string() })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: "Passwords don't match",
      path: ['confirmPassword'],
      when: ({ value }) => hasText(value, 'newPassword'),
    }),
  );

/** The Administrator toggle (spec section 7). */
export const adminFlagSchema = z.object({ isAdmin: z.boolean() });

/** A user as the administration sees it (spec section 7: `GET /api/admin/users`). */
export const adminUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.nullable(z.string()),
  createdAt: z.iso.datetime({ offset: true }),
  isAdmin: z.boolean(),
});

/** One line of the administrators' journal: who did what to whom. */
export const adminEventSchema = z.object({
  id: z.number(),
  action: z.string(),
  actor: z.nullable(z.string()),
  target: z.nullable(z.string()),
  createdAt: z.iso.datetime({ offset: true }),
});

export type AdminUser = z.infer<typeof adminUserSchema>;
export type AdminEvent = z.infer<typeof adminEventSchema>;
