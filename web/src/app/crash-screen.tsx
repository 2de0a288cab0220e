import { useRouteError } from 'react-router-dom';
import { messageFor } from '../lib/errors.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** When a screen fails: says so, and offers to load it anew. What is stored is not touched. */
export function CrashScreen() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="flex min-h-dvh items-center justify-center bg-canvas text-ink">
      <ErrorState
        title="Something went wrong"
        message={messageFor(error, 'This screen could not be shown.')}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
