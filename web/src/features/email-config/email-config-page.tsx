import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { EmailStatus } from '#domain/mail.ts';
import { emailSettingsQuery, useAdminUpdates } from '../../data/admin/queries.ts';
import { formatMoment } from '../../lib/clock.ts';
import { loadFailureText, statusOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { EmailConfigForm, serviceLabel } from './email-config-form.tsx';

/** The configured service and address, and since when. */
function StatusNotice({ status }: { status: EmailStatus }) {
  const { configured, emailService, emailUser, emailHost, emailPort, updatedAt } = status;
  if (!configured) {
    return (
      <output className="flex gap-3 rounded-base bg-warning-soft p-4 text-warning-ink">
        <CircleDashed aria-hidden className="size-5 shrink-0" />
        <span>Not set up yet. Forgotten passwords can&apos;t be reset by email.</span>
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

/** Whether the server refused because the person is no administrator, or no longer one. */
function isDenied(error: Error | null): boolean {
  return [401, 403].includes(statusOf(error) ?? 0);
}

/** Tells somebody who may not read the configuration what to do. */
function AccessDenied({ error }: { error: Error }) {
  const isSignedOut = statusOf(error) === 401;
  return (
    <div role="alert" className="flex gap-3 rounded-base bg-warning-soft p-4 text-warning-ink">
      <ShieldAlert aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">Only administrators can change this.</p>
        <p className="mt-1">{isSignedOut ? 'Please log in as one.' : 'Ask yours for help.'}</p>
        {isSignedOut ? (
          <Button asChild size="sm" className="mt-3">
            <Link to="/login">Log In</Link>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/**
 * /email-config (spec section 2): everybody may open it, the server answers administrators only.
 * Others see the form disabled, and why.
 */
export function EmailConfigPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(emailSettingsQuery);
  useAdminUpdates({ enabled: data !== undefined });
  return (
    <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 pt-6 pb-16 *:max-w-2xl">
      <p className="text-pretty text-soft">The mailbox Almanac sends temporary passwords from.</p>
      {error && isDenied(error) ? <AccessDenied error={error} /> : null}
      {error && !isDenied(error) ? (
        <ErrorState
          title="The configuration could not be loaded"
          message={loadFailureText(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data && !isDenied(error) ? <StatusNotice status={data} /> : null}
      {isPending ? (
        <output aria-label="Loading configuration" className="flex flex-col gap-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-80" />
        </output>
      ) : (
        <EmailConfigForm status={data} isDenied={isDenied(error)} />
      )}
    </main>
  );
}
