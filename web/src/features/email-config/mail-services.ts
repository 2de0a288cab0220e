import type { EmailSecurity, EmailService } from '#domain/mail.ts';

/** The services of docs/spec.md, section 3, as people know them. */
export const SERVICES: readonly { value: EmailService; label: string }[] = [
  { value: 'gmail', label: 'Gmail' },
  { value: 'outlook', label: 'Outlook' },
  { value: 'yahoo', label: 'Yahoo' },
  { value: 'custom', label: 'Custom' },
];

export function serviceLabel(service: EmailService | null): string {
  return SERVICES.find(({ value }) => value === service)?.label ?? 'Unknown';
}

export const SECURITIES: readonly { value: EmailSecurity; label: string }[] = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
];

/** The port at which mail servers usually answer. */
const USUAL_PORTS: Record<EmailSecurity, number> = { tls: 465, starttls: 587, none: 25 };

/** The port that goes with a security; one that somebody chose on their own stays. */
export function portFor(security: EmailSecurity, typed: number | undefined): number {
  const isOwn = typed !== undefined && !Object.values(USUAL_PORTS).includes(typed);
  return isOwn ? typed : USUAL_PORTS[security];
}
