import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { AppPassword } from '#domain/app-password.ts';
import { appPasswordsQuery, useRevokeAppPassword } from '../../../data/account/app-passwords.ts';
import { formatMoment } from '../../../lib/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { NewAppPasswordDialog, SCOPES } from './new-app-password-dialog.tsx';

/** 'used Nov 23, 2026, 10:15 from 203.0.113.7' */
function lastUse({ lastUsedAt, lastUsedFrom }: AppPassword): string {
  if (lastUsedAt === null) return 'never used';
  return `used ${formatMoment(lastUsedAt)}${lastUsedFrom ? ` from ${lastUsedFrom}` : ''}`;
}

function Row({ one, onRevoke }: { one: AppPassword; onRevoke: () => void }) {
  const scope = SCOPES.find(({ value }) => value === one.scope);
  return (
    <li className="flex min-h-14 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere">
          {one.name}
        </p>
        <p className="text-sm text-pretty wrap-anywhere text-soft">
          {scope?.label} · made {formatMoment(one.createdAt)} · {lastUse(one)}
        </p>
      </div>
      <Button aria-label={`Revoke ${one.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

/** The person's app passwords: create, show once, revoke. */
export function AppPasswords() {
  const { data, isError, isFetching, refetch } = useQuery(appPasswordsQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [asked, setAsked] = useState<AppPassword | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate: revoke, isPending } = useRevokeAppPassword(() => setAsked(null));
  return (
    <section aria-labelledby="app-passwords-heading">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2
            ref={heading}
            id="app-passwords-heading"
            tabIndex={-1}
            className="text-lg font-semibold outline-none"
          >
            App passwords
          </h2>
          <p className="mt-1 max-w-prose text-pretty text-soft">
            For phones, calendars and scripts, so that none of them has to know your password.
          </p>
        </div>
        <Button onClick={() => setIsMaking(true)}>
          <Plus aria-hidden />
          New app password
        </Button>
      </div>
      <div className="mt-4">
        {isError && !data ? (
          <ErrorState
            title="Your app passwords could not be loaded"
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : null}
        {!isError && !data ? (
          <>
            <output className="sr-only">Loading app passwords</output>
            <Skeleton className="h-14" />
          </>
        ) : null}
        {data?.length === 0 ? (
          <p className="border-y border-line py-3 text-soft">
            No app passwords. Each opens only what it is for, and can be revoked on its own.
          </p>
        ) : null}
        {data && data.length > 0 ? (
          <ul
            aria-labelledby="app-passwords-heading"
            className="divide-y divide-line border-y border-line"
          >
            {data.map((one) => (
              <Row key={one.id} one={one} onRevoke={() => setAsked(one)} />
            ))}
          </ul>
        ) : null}
      </div>
      {isMaking ? <NewAppPasswordDialog onClose={() => setIsMaking(false)} /> : null}
      {asked ? (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title="Revoke App Password"
          text={`What uses “${asked.name}” is signed out at once. This cannot be undone.`}
          confirmLabel="Revoke"
          pendingLabel="Revoking..."
          isPending={isPending}
          focusOtherwise={heading}
          onConfirm={() => revoke(asked)}
        />
      ) : null}
    </section>
  );
}
