import { useQuery } from '@tanstack/react-query';
import type { AdminEvent } from '#domain/admin.ts';
import { auditLogQuery } from '../../data/admin/queries.ts';
import { formatMoment } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

const MODES: Record<string, string> = {
  open: 'open',
  invite: 'by invitation',
  closed: 'closed',
};

/** The server's name for somebody whose account is deleted. */
const DELETED_USER = 'a deleted user';

/** An entry as a sentence: who did what to whom. */
export function entryText({ action, actor, target, detail }: AdminEvent): string {
  const name = actor ?? 'The operator of this server';
  const who = name === DELETED_USER ? 'A deleted user' : name;
  const whom = target ?? DELETED_USER;
  switch (action) {
    case 'grant_admin':
      return `${who} made ${whom} an administrator`;
    case 'revoke_admin':
      return `${who} removed ${whom} as administrator`;
    case 'reset_password':
      return `${who} reset the password of ${whom}`;
    case 'remove_second_step':
      return `${who} turned off the two-step sign-in of ${whom}`;
    case 'configure_email':
      return `${who} changed the email configuration`;
    case 'create_user':
      return `${who} created ${whom}`;
    case 'delete_user':
      // By the person, or by an administrator whose account is deleted, too.
      return actor === DELETED_USER ? 'An account was deleted' : `${who} deleted a user`;
    case 'set_registration':
      return `${who} set registration to ${MODES[detail['mode'] ?? ''] ?? 'something new'}`;
    case 'create_invitation':
      return `${who} invited somebody`;
    case 'revoke_invitation':
      return `${who} revoked an invitation`;
    default:
      // An action of a newer server: its name without underscores.
      return `${who}: ${action.replaceAll('_', ' ')}${target ? ` (${target})` : ''}`;
  }
}

function Entries({ entries }: { entries: AdminEvent[] }) {
  if (entries.length === 0) {
    return (
      <p className="border-y border-line py-3 text-soft">
        Nothing yet. Role and password changes appear here.
      </p>
    );
  }
  return (
    <ul aria-labelledby="audit-log" className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-col gap-x-4 py-2.5 sm:flex-row sm:items-baseline sm:justify-between"
        >
          <span className="min-w-0 wrap-anywhere">{entryText(entry)}</span>
          <time dateTime={entry.createdAt} className="shrink-0 text-xs text-soft">
            {formatMoment(entry.createdAt)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** What administrators did, newest first. */
export function AuditLog() {
  const { data, error, isFetching, refetch } = useQuery(auditLogQuery);
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="mb-3 text-lg font-semibold">
        Recent activity
      </h2>
      {data ? <Entries entries={data} /> : null}
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
