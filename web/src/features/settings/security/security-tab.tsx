import { useQuery } from '@tanstack/react-query';
import { appPasswordsQuery } from '../../../data/account/app-passwords.ts';
import { factorQuery } from '../../../data/account/second-step.ts';
import { sessionsQuery } from '../../../data/account/sessions.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { AppPasswords } from './app-passwords.tsx';
import { SecondStep } from './second-step.tsx';
import { Sessions } from './sessions.tsx';

/** Two-step sign-in, app passwords and sessions. */
export function SecurityTab() {
  const factor = useQuery(factorQuery);
  const appPasswords = useQuery(appPasswordsQuery);
  const sessions = useQuery(sessionsQuery);
  // Shown as a whole, so that no part moves another.
  if (![factor, appPasswords, sessions].every(({ isFetched }) => isFetched))
    return <SecuritySkeleton />;
  return (
    <div className="flex flex-col gap-10">
      <SecondStep />
      <AppPasswords />
      <Sessions />
    </div>
  );
}

function SecuritySkeleton() {
  return (
    <div className="flex flex-col gap-10">
      <output className="sr-only">Loading security settings</output>
      {[1, 2, 3].map((section) => (
        <div key={section}>
          <Skeleton className="h-5 w-36" />
          <Skeleton className="mt-3 h-4 w-full max-w-prose" />
          <Skeleton className="mt-5 h-14" />
        </div>
      ))}
    </div>
  );
}
