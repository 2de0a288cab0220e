import * as z from 'zod/mini';
import { hasText } from './account.ts';

/** Presets by name; `custom` asks for host, port and security (spec section 3). */
export const emailServiceSchema = z.enum(['gmail', 'outlook', 'yahoo', 'custom'], {
  error: 'Please select an email service',
});

/** `tls` from the first byte (465), `starttls` required after connecting (587), `none` for a relay on the own network. */
export const emailSecuritySchema = z.enum(['tls', 'starttls', 'none'], {
  error: 'Please select how the connection is secured',
});

const emailAddressSchema = z
  .string('Please enter a valid email address')
  .check(z.trim(), z.regex(z.regexes.email, 'Please enter a valid email address'));

/** A host name (also an international one) or an IP address; the mail server itself tells the rest. */
const HOST = /^(?!-)[\p{L}\p{N}._-]{1,253}$|^[0-9a-f:.]{2,45}$/iu;

const fields = z.object({
  emailService: emailServiceSchema,
  emailUser: emailAddressSchema,
  emailPass: z.string('Password is required').check(z.minLength(1, 'Password is required')),
  emailHost: z.optional(z.string().check(z.trim(), z.maxLength(253))),
  emailPort: z.optional(
    z
      .number('Port must be a number from 1 to 65535')
      .check(
        z.int('Port must be a number from 1 to 65535'),
        z.gte(1, 'Port must be a number from 1 to 65535'),
        z.lte(65535, 'Port must be a number from 1 to 65535'),
      ),
  ),
  emailSecurity: z.optional(emailSecuritySchema),
});

/** The three extra fields count only for `custom`, where each of them is required. */
const customIsComplete = [
  z.refine<z.infer<typeof fields>>((form) => HOST.test(form.emailHost ?? ''), {
    error: 'Please enter the host name of the mail server',
    path: ['emailHost'],
    when: ({ value }) => isCustom(value),
  }),
  z.refine<z.infer<typeof fields>>((form) => form.emailPort !== undefined, {
    error: 'Please enter the port of the mail server',
    path: ['emailPort'],
    when: ({ value }) => isCustom(value),
  }),
  z.refine<z.infer<typeof fields>>((form) => form.emailSecurity !== undefined, {
    error: 'Please select how the connection is secured',
    path: ['emailSecurity'],
    when: ({ value }) => isCustom(value),
  }),
] as const;

function isCustom(value: unknown): boolean {
  return hasText(value, 'emailService') && Reflect.get(Object(value), 'emailService') === 'custom';
}

/** The e-mail configuration form and `configure-email` (spec sections 5 and 7). */
export const emailConfigSchema = fields.check(...customIsComplete);

/** `test-email`: the values just typed, and where the test mail goes (the same address by default). */
export const testEmailSchema = z
  .extend(fields, { testEmail: z.optional(emailAddressSchema) })
  .check(...customIsComplete);

/** What may be shown of the stored configuration: never the password. */
export const emailStatusSchema = z.object({
  configured: z.boolean(),
  emailService: z.nullable(emailServiceSchema),
  emailUser: z.nullable(z.string()),
  emailHost: z.nullable(z.string()),
  emailPort: z.nullable(z.number()),
  emailSecurity: z.nullable(emailSecuritySchema),
  updatedAt: z.nullable(z.iso.datetime({ offset: true })),
});

export type EmailService = z.infer<typeof emailServiceSchema>;
export type EmailSecurity = z.infer<typeof emailSecuritySchema>;
export type EmailConfig = z.infer<typeof emailConfigSchema>;
export type TestEmail = z.infer<typeof testEmailSchema>;
export type EmailStatus = z.infer<typeof emailStatusSchema>;
