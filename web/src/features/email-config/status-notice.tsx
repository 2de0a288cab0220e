import { CircleCheck, CircleDashed } from 'lucide-react';
import type { EmailStatus } from '#domain/mail.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { serviceLabel } from './services.ts';

/** Which service and address are configured, and since when. */
export function StatusNotice({ status }: { status: EmailStatus }) {
  const { configured, emailService, emailUser, emailHost, emailPort, updatedAt } = status;
  if (!configured) {
    return (
      <output className="flex gap-3 rounded-base bg-warning-soft p-4 text-warning-ink">
        <CircleDashed aria-hidden className="size-5 shrink-0" />
        <span>Not configured yet: nobody can be sent a temporary password.</span>
      </output>
    );
  }
  const where = emailService === 'custom' ? ` (${emailHost}:${emailPort})` : '';
  return (
    <output className="flex gap-3 rounded-base bg-success-soft p-4 text-success-ink">
      <CircleCheck aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Configured: {serviceLabel(emailService)}
        {where} as <strong className="font-semibold">{emailUser}</strong>
        {updatedAt ? ` since ${formatMoment(updatedAt)}` : ''}
      </span>
    </output>
  );
}
