import { clsx } from 'clsx';
import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';

export type ErrorStateProps = {
  title?: string;
  /** What went wrong, in words that help. */
  message?: string | undefined;
  onRetry: () => void;
  isRetrying?: boolean;
  className?: string;
};

/** In place of something that could not be loaded. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  onRetry,
  isRetrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}
    >
      <CloudOff aria-hidden className="mb-4 size-8 text-faint" strokeWidth={1.5} />
      <p className="text-base font-medium">{title}</p>
      {message ? (
        <p className="mt-1 max-w-sm text-base text-balance wrap-anywhere text-soft">{message}</p>
      ) : null}
      <Button className="mt-5" isPending={isRetrying} onClick={onRetry}>
        {isRetrying ? null : <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  );
}
