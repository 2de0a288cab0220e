import * as z from 'zod/mini';
import { hasText, notTooLong, optionalEmailSchema, usernameSchema } from './account.ts';

/** The rules for a password that an administrator sets (spec section 5). */
const adminPasswordSchema = z
  .string('Password must be at least 8 characters')
  .check(
    z.minLength(8, 'Password must be at least 8 characters'),
    z.regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter'),
    z.regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter'),
    z.regex(/[0-9]/, 'Password must contain at least one number'),
    notTooLong,
  );

/** What an administrator's reset takes (spec sections 5 and 7). */
export const adminResetPasswordSchema = z.object({ newPassword: adminPasswordSchema });

/** A user made by an administrator, who has to choose a password of their own at first. */
export const createUserSchema = z.object({
  username: usernameSchema,
  email: z.optional(z.nullable(optionalEmailSchema)),
  password: adminPasswordSchema,
});

/** Deleting somebody asks for their name, typed. */
export const deleteUserSchema = z.object({
  username: z.string('Please type the username').check(z.maxLength(200)),
});

/** Who may register: everybody, whoever is invited, nobody. */
export const registrationModeSchema = z.enum(['open', 'invite', 'closed']);

export const setRegistrationSchema = z.object({ mode: registrationModeSchema });

/** Who gets an invitation by mail; nobody if empty, the link is answered all the same. */
export const createInvitationSchema = z.object({
  email: z.optional(z.nullable(optionalEmailSchema)),
});

/** An invitation that has neither been used nor has expired. */
const invitationSchema = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  createdAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** How registration stands, for administrators; invitations newest first. */
export const registrationSchema = z.object({
  mode: registrationModeSchema,
  invitations: z.array(invitationSchema),
});

/** A new invitation; its link is shown this once and stored nowhere. */
export const createdInvitationSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
  sent: z.boolean(),
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
  hasSecondStep: z.boolean(),
});

/** One line of the audit log: who did what to whom. */
export const adminEventSchema = z.object({
  id: z.number(),
  action: z.string(),
  actor: z.nullable(z.string()),
  target: z.nullable(z.string()),
  /** What else is worth reading, for example the new mode of registration. */
  detail: z.record(z.string(), z.string()),
  createdAt: z.iso.datetime({ offset: true }),
});

export type CreateUser = z.infer<typeof createUserSchema>;
export type RegistrationMode = z.infer<typeof registrationModeSchema>;
export type Registration = z.infer<typeof registrationSchema>;
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>;
export type AdminUser = z.infer<typeof adminUserSchema>;
export type AdminEvent = z.infer<typeof adminEventSchema>;
