import * as z from 'zod/mini';
import { timestampSchema } from './common.ts';

const headerColor = z.enum(['blue', 'green', 'purple', 'red', 'orange', 'gray']);
const theme = z.enum(['light', 'dark']);
const contactViewMode = z.enum(['tile', 'list']);

/** The signed-in user (spec section 3, without the password). */
export const userSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.nullable(z.string()),
  isAdmin: z.boolean(),
  headerColor,
  theme,
  contactViewMode,
  mustChangePassword: z.boolean(),
  createdAt: timestampSchema,
});

export const headerColorSchema = z.strictObject({ headerColor });
export const themeSchema = z.strictObject({ theme });
export const viewModeSchema = z.strictObject({ viewMode: contactViewMode });

/** What a sign-in answers; the token is for scripts, browsers keep the cookie. */
export const signedInSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  accessToken: z.string(),
  expiresAt: z.nullable(timestampSchema),
  mustChangePassword: z.boolean(),
});
