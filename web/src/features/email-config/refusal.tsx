import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { loadFailureText, messageFor, statusOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

type Props = { error: Error; isRetrying: boolean; onRetry: () => void };

/** The server answers administrators only, and this is not one (any more). */
export function isRefused(error: Error | null): boolean {
  return [401, 403].includes(statusOf(error) ?? 0);
}

/** What the server answered to whoever may not read the configuration, and what to do about it. */
export function Refusal({ error, isRetrying, onRetry }: Props) {
  const status = statusOf(error);
  if (!isRefused(error)) {
    return (
      <ErrorState
        title="The configuration could not be loaded"
        message={loadFailureText(error)}
        isRetrying={isRetrying}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div role="alert" className="flex gap-3 rounded-base bg-warning-soft p-4 text-warning-ink">
      <ShieldAlert aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">Only administrators can read or change this</p>
        <p className="mt-1">
          The server refused: {messageFor(error, 'Not allowed')}.{' '}
          {status === 401
            ? 'Please log in as an administrator.'
            : 'You are signed in without administrator rights.'}
        </p>
        {status === 401 ? (
          <Button asChild size="sm" className="mt-3">
            <Link to="/login">Log in as administrator</Link>
          </Button>
        ) : null}
      </div>
    </div>
  );
}
