import { useQuery } from '@tanstack/react-query';
import type { AdminEvent } from '#domain/admin.ts';
import { adminEventsQuery } from '../../data/admin/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { eventText } from './event-text.ts';

function Events({ events }: { events: AdminEvent[] }) {
  if (events.length === 0) {
    return (
      <p className="rounded-base border border-line bg-surface px-4 py-6 text-center text-balance text-soft">
        No administrator has changed anything yet
      </p>
    );
  }
  return (
    <ul
      aria-labelledby="recent-activity"
      className="divide-y divide-line rounded-base border border-line bg-surface shadow-card"
    >
      {events.map((event) => (
        <li
          key={event.id}
          className="flex flex-col gap-x-4 px-4 py-2.5 sm:flex-row sm:items-baseline sm:justify-between"
        >
          <span className="min-w-0 wrap-anywhere">{eventText(event)}</span>
          <time dateTime={event.createdAt} className="shrink-0 text-xs text-soft">
            {formatMoment(event.createdAt)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** The administrators' journal: the last events, newest first. */
export function EventsPanel() {
  const { data, error, isFetching, refetch } = useQuery(adminEventsQuery);
  return (
    <section aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="mb-3 text-base font-semibold">
        Recent activity
      </h2>
      {data ? <Events events={data} /> : null}
      {!data && error ? (
        <ErrorState
          title="The activity could not be loaded"
          message={loadFailureText(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Skeleton className="h-32" /> : null}
    </section>
  );
}
