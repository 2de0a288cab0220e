import { useQuery } from '@tanstack/react-query';
import { useLiveEmailSettings } from '../../data/email-settings/live.ts';
import { emailSettingsQuery } from '../../data/email-settings/queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmailConfigForm } from './email-config-form.tsx';
import { isRefused, Refusal } from './refusal.tsx';
import { StatusNotice } from './status-notice.tsx';

/**
 * /email-config (spec section 2): everybody may open it, the server answers administrators only.
 * Whoever else asks sees the form and what the server said.
 */
export function EmailConfigPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(emailSettingsQuery);
  useLiveEmailSettings(data !== undefined);
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 px-4 pt-6 pb-16">
      <p className="text-pretty text-soft">
        Almanac sends temporary passwords to users who forgot theirs, by the email service set up
        here.
      </p>
      {error ? (
        <Refusal error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {data && !isRefused(error) ? <StatusNotice status={data} /> : null}
      {isPending ? (
        <output aria-label="Loading configuration" className="flex flex-col gap-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-80" />
        </output>
      ) : (
        <EmailConfigForm status={data} />
      )}
    </main>
  );
}
