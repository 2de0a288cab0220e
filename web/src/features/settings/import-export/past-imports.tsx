import { useRef, useState } from 'react';
import {
  describeCounts,
  useImports,
  useUndoImport,
  type PastImport,
} from '../../../data/transfer/imports.ts';
import { formatMoment } from '../../../lib/clock.ts';
import { toast, toastFailure } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** '9,997 removed, 3 kept, which were changed since or are in use'. */
export function describeUndone({ removed, kept }: { removed: number; kept: number }): string {
  const gone = `${removed.toLocaleString('en-US')} removed`;
  if (kept === 0) return gone;
  const stay = `${kept.toLocaleString('en-US')} kept`;
  return `${gone}, ${stay}, which ${kept === 1 ? 'was changed since or is' : 'were changed since or are'} in use`;
}

/** The imports of the last 30 days; renders nothing if there are none. */
export function PastImports() {
  const { data, isError, refetch } = useImports();
  const { mutate: undo, isPending } = useUndoImport();
  const [asked, setAsked] = useState<PastImport | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
        Your earlier imports could not be loaded.
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    );
  }
  if (!data || data.length === 0) return null;
  const confirm = (imported: PastImport) =>
    undo(imported.uid, {
      onSuccess: ({ undone }) =>
        toast({
          title: 'Import Undone',
          description: undone ? describeUndone(undone) : 'It was undone before',
        }),
      onError: (error) => toastFailure(error, 'Failed to undo the import'),
      onSettled: () => setAsked(null),
    });
  return (
    <section aria-labelledby="past-imports-heading">
      <h3
        ref={heading}
        id="past-imports-heading"
        tabIndex={-1}
        className="text-base font-semibold outline-none"
      >
        Imports of the last 30 days
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {data.map((imported) => (
          <li key={imported.uid} className="flex min-h-14 items-center gap-4 py-2">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="truncate">
                {imported.fileName}
              </p>
              <p className="text-sm text-pretty text-soft">
                {formatMoment(imported.committedAt)} · {describeCounts(imported.counts)}
              </p>
            </div>
            {imported.undone ? (
              <p className="max-w-48 text-right text-sm text-soft">
                Undone: {describeUndone(imported.undone)}
              </p>
            ) : (
              <Button
                aria-label={`Undo import of ${imported.fileName}`}
                onClick={() => setAsked(imported)}
              >
                Undo import
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title="Undo Import"
          text={`Everything that "${asked.fileName}" has added is deleted, but for what was changed since or is in use. It can be restored for 30 days, in Recently deleted.`}
          confirmLabel="Undo Import"
          pendingLabel="Undoing..."
          isPending={isPending}
          focusOtherwise={heading}
          onConfirm={() => confirm(asked)}
        />
      ) : null}
    </section>
  );
}
