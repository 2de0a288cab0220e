import { useState, type ReactNode } from 'react';
import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useOwnProfile } from '../../data/profile/profile.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Loading, ErrorState } from '../../ui/states.tsx';
import { useDocumentTitle } from '../document.tsx';

/** For unknown paths, and for screens that the visitor may not see. */
export function NotFoundScreen() {
  useDocumentTitle('Page Not Found');
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <main className="flex flex-1 items-center justify-center">
      <div>
        <h1 className="sr-only">Page Not Found</h1>
        <EmptyState
          icon={<Compass />}
          title="Page Not Found"
          hint="There is nothing at this address."
          action={
            <Button asChild variant="primary">
              {isSignedIn ? <Link to="/">Back to tasks</Link> : <Link to="/login">Log In</Link>}
            </Button>
          }
        />
      </div>
    </main>
  );
}

type AuthSwitchProps = { signedIn: ReactNode; signedOut?: ReactNode };

/** Renders one element if somebody is signed in and another, or Page Not Found, if not. */
export function AuthSwitch({ signedIn, signedOut = <NotFoundScreen /> }: AuthSwitchProps) {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'error')
    return <ErrorState title="Almanac cannot be reached" onRetry={session.retry} />;
  return session.status === 'signed-in' ? signedIn : signedOut;
}

/**
 * /notes is Page Not Found for visitors. If the session ends while the screen is open, it stays: it
 * asks to log in again, and keeps what was typed.
 */
export function NotesGuard({ children }: { children: ReactNode }) {
  const isSignedIn = useSession().status === 'signed-in';
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  return isSignedIn || wasSignedIn ? children : <AuthSwitch signedIn={children} />;
}

type RequireAdminProps = { otherwise: ReactNode; children: ReactNode };

/** For administrators; everybody else sees `otherwise`. */
export function RequireAdmin({ otherwise, children }: RequireAdminProps) {
  const { profile, error, isRetrying, retry } = useOwnProfile();
  if (profile) return profile.is_admin ? children : otherwise;
  return error ? <ErrorState isRetrying={isRetrying} onRetry={retry} /> : <Loading />;
}
