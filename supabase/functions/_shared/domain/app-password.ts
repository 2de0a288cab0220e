import * as z from 'zod/mini';
import { currentPasswordSchema } from './account.ts';

/** How many an account may have, and how long a name may be (docs/limits.md). */
export const APP_PASSWORD_LIMITS = { count: 50, name: 100 } as const;

/**
 * What an app password is for: DAV, reading by `/api`, reading and writing by `/api`, or to stand in
 * the address of a calendar that is only read.
 */
export const appPasswordScopeSchema = z.enum(['dav', 'api:read', 'api', 'calendar']);
export type AppPasswordScope = z.infer<typeof appPasswordScopeSchema>;

/** Where a calendar with an app password of the scope `calendar` is read, below the site's address. */
export const calendarPath = (password: string): string => `/dav/feed/${password}.ics`;

/** A new one: a name to know it by, and what it is for. */
export const createAppPasswordSchema = z.object({
  name: z.string('Name is required').check(
    z.trim(),
    z.minLength(1, 'Name is required'),
    z.refine((name) => [...name].length <= APP_PASSWORD_LIMITS.name, {
      error: `Name must be at most ${APP_PASSWORD_LIMITS.name} characters`,
    }),
    z.refine((name) => !/\p{Cc}/u.test(name), { error: 'Name may not contain control characters' }),
  ),
  scope: appPasswordScopeSchema,
  currentPassword: currentPasswordSchema,
});
export type CreateAppPassword = z.infer<typeof createAppPasswordSchema>;

/** One as its owner sees it. */
export const appPasswordSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: appPasswordScopeSchema,
  createdAt: z.iso.datetime({ offset: true }),
  lastUsedAt: z.nullable(z.iso.datetime({ offset: true })),
  lastUsedFrom: z.nullable(z.string()),
});
export type AppPassword = z.infer<typeof appPasswordSchema>;

/** The answer to making one: the password is shown this once and stored nowhere. */
export const createdAppPasswordSchema = z.extend(appPasswordSchema, { password: z.string() });
export type CreatedAppPassword = z.infer<typeof createdAppPasswordSchema>;
