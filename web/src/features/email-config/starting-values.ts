import type { EmailConfig, EmailStatus } from '#domain/mail.ts';

/** What is configured, as far as the server tells; never a password. No service is chosen at first. */
export function startingValues(status: EmailStatus | undefined): Partial<EmailConfig> {
  return {
    emailService: status?.emailService ?? undefined,
    emailUser: status?.emailUser ?? '',
    emailPass: '',
    emailHost: status?.emailHost ?? undefined,
    emailPort: status?.emailPort ?? undefined,
    emailSecurity: status?.emailSecurity ?? undefined,
  };
}
