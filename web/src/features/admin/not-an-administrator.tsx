import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** /admin for everybody else. The server refuses them as well; this only says so first. */
export function NotAnAdministrator() {
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-8">
      <EmptyState
        icon={<ShieldAlert />}
        title="Only administrators can open this page"
        hint="An administrator can give you these rights."
        action={
          <Button asChild variant="primary">
            <Link to="/">Back to tasks</Link>
          </Button>
        }
      />
    </main>
  );
}
