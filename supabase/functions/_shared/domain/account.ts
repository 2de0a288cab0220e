import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';

/** No mail can ever be delivered here: `.invalid` is reserved (RFC 2606). */
const ADDRESS_DOMAIN = 'users.almanac.invalid';

const USERNAME_MAX_LENGTH = 64;

/** Longer names are hashed, so a readable local part can never equal a hash (64 characters). */
const READABLE = /^(?=.{1,40}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** Control, format, private and unassigned characters, lone surrogates, line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The form in which two usernames are compared: compatibility-normalised, trimmed, inner white space
 * as one space, and without regard to case (`Straße` = `STRASSE`). Lowering before raising is what
 * unifies letters such as `ẞ` whose capital has no capital of its own.
 */
export function canonicalUsername(username: string): string {
  let current = username;
  // Normalising can create letters that fold once more (and the other way round); three rounds
  // reach the fixed point for all of Unicode, the bound only guards against a future surprise.
  for (let round = 0; round < 8; round += 1) {
    const next = current
      .normalize('NFKC')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/\s+/gu, ' ')
      .trim();
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * The address under which the identity service knows an account (design section 4). Equal for two
 * usernames exactly when their canonical forms are equal; always a valid address. Plain ASCII names
 * stay readable in the identity service's own tools, all others become a SHA-256.
 */
export function usernameToEmail(username: string): string {
  const canonical = canonicalUsername(username);
  const local = READABLE.test(canonical) ? canonical : bytesToHex(sha256(utf8ToBytes(canonical)));
  return `${local}@${ADDRESS_DOMAIN}`;
}

/** A username as somebody may choose it (spec section 5; design section 4): 1 to 64 printable characters. */
export const usernameSchema = z.string('Username is required').check(
  z.trim(),
  z.minLength(1, 'Username is required'),
  z.refine((name) => [...name].length <= USERNAME_MAX_LENGTH, {
    error: `Username must be at most ${USERNAME_MAX_LENGTH} characters`,
  }),
  z.refine((name) => !UNPRINTABLE.test(name), {
    error: 'Username may only contain printable characters',
  }),
);

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

/** Asked again before what a session that was found open must not do. */
export const currentPasswordSchema = z
  .string('Current password is required')
  .check(z.minLength(1, 'Current password is required'));

/** What `account/change-email` takes; an empty address removes it. */
export const changeEmailSchema = z.object({
  email: optionalEmailSchema,
  currentPassword: currentPasswordSchema,
});

/** What `account/second-step-off` takes. */
export const secondStepOffSchema = z.object({ currentPassword: currentPasswordSchema });

/** A recovery code, in the place of a code of an authenticator. */
export const recoverSecondStepSchema = z.object({
  code: z
    .string('Please enter a code')
    .check(z.minLength(1, 'Please enter a code'), z.maxLength(100)),
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
