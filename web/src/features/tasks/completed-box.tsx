import { CheckCircle2 } from 'lucide-react';
import { formatMoment } from '../../lib/format-date.ts';

/** When a task was completed (spec section 2, task dialog); `completedAt` is ISO 8601. */
export function CompletedBox({ completedAt }: { completedAt: string }) {
  return (
    <p className="flex items-center gap-2 rounded-base bg-success-soft px-3 py-2 text-success-ink">
      <CheckCircle2 aria-hidden className="size-4 shrink-0" />
      <span>
        <strong className="font-medium">Completed</strong>{' '}
        <time dateTime={completedAt}>{formatMoment(completedAt)}</time>
      </span>
    </p>
  );
}
