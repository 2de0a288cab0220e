import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  sessionsQuery,
  useEndSessions,
  type SignedInPlace,
} from '../../../data/account/sessions.ts';
import { formatMoment } from '../../../lib/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { browserName } from './browser-name.ts';
import { LoadedSection } from './loaded-section.tsx';

function Row({ place, onEnd }: { place: SignedInPlace; onEnd: () => void }) {
  const name = browserName(place.userAgent);
  const used = `last used ${formatMoment(place.usedAt)}`;
  return (
    <li className="flex min-h-14 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-sm text-pretty wrap-anywhere text-soft">
          {place.isCurrent ? <span className="font-medium text-ink">This browser</span> : used}
          {place.address ? ` · ${place.address}` : ''} · since {formatMoment(place.startedAt)}
        </p>
      </div>
      {place.isCurrent ? null : (
        <Button aria-label={`Sign out ${name}, ${used}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** The person's sessions; each but this one can be ended, or all others at once. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const [asked, setAsked] = useState<SignedInPlace | 'others' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate: end, isPending } = useEndSessions(() => setAsked(null));
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <>
      <LoadedSection
        noun="sessions"
        title="Sessions"
        text="Where you are signed in. Do you not know one of them? Sign it out and change your password."
        heading={heading}
        query={query}
        action={
          hasOthers ? (
            <Button onClick={() => setAsked('others')}>Sign out everywhere else</Button>
          ) : null
        }
      >
        {(places, headingId) => (
          <ul aria-labelledby={headingId} className="divide-y divide-line border-y border-line">
            {places.map((place) => (
              <Row key={place.id} place={place} onEnd={() => setAsked(place)} />
            ))}
          </ul>
        )}
      </LoadedSection>
      {asked ? (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title={asked === 'others' ? 'Sign Out Everywhere Else' : 'Sign Out'}
          text={
            asked === 'others'
              ? 'All your sessions but this one end.'
              : `${browserName(asked.userAgent)} is signed out.`
          }
          confirmLabel="Sign out"
          pendingLabel="Signing out..."
          isPending={isPending}
          focusOtherwise={heading}
          onConfirm={() => end(asked === 'others' ? null : asked)}
        />
      ) : null}
    </>
  );
}
