import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../loading.tsx';
import { NotFoundRoute } from './not-found-route.tsx';

/** Shows one thing to who is signed in and another, or Page Not Found, to who is not. */
export function ByAuthentication({
  signedIn,
  signedOut = <NotFoundRoute />,
}: {
  signedIn: ReactNode;
  signedOut?: ReactNode;
}) {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'error')
    return <ErrorState title="Almanac cannot be reached" onRetry={session.retry} />;
  return session.status === 'signed-in' ? signedIn : signedOut;
}
