import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useScreenTitle } from '../screen-title.ts';

/** Any other path, and what only others may see. */
export function NotFoundRoute() {
  useScreenTitle('Page Not Found');
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
              {isSignedIn ? <Link to="/">Back to tasks</Link> : <Link to="/login">Log in</Link>}
            </Button>
          }
        />
      </div>
    </main>
  );
}
