import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { AppPassword } from '#domain/app-password.ts';
import { appPasswordsQuery, useRevokeAppPassword } from '../../../data/account/app-passwords.ts';
import { formatMoment } from '../../../lib/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadedSection } from './loaded-section.tsx';
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
  const query = useQuery(appPasswordsQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [asked, setAsked] = useState<AppPassword | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate: revoke, isPending } = useRevokeAppPassword(() => setAsked(null));
  return (
    <>
      <LoadedSection
        noun="app passwords"
        title="App passwords"
        text="For phones, calendars and scripts, so that none of them has to know your password."
        heading={heading}
        query={query}
        action={
          <Button onClick={() => setIsMaking(true)}>
            <Plus aria-hidden />
            New app password
          </Button>
        }
      >
        {(passwords, headingId) =>
          passwords.length === 0 ? (
            <p className="border-y border-line py-3 text-soft">
              No app passwords. Each opens only what it is for, and can be revoked on its own.
            </p>
          ) : (
            <ul aria-labelledby={headingId} className="divide-y divide-line border-y border-line">
              {passwords.map((one) => (
                <Row key={one.id} one={one} onRevoke={() => setAsked(one)} />
              ))}
            </ul>
          )
        }
      </LoadedSection>
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
    </>
  );
}
