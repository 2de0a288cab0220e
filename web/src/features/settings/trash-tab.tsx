import { useRef, useState } from 'react';
import { RotateCcw, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TrashEntry } from '#domain/trash.ts';
import { useErase, useRestore, useTrash } from '../../data/trash/trash.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { eraseQuestion, TrashList } from './trash-list.tsx';

/** What was deleted in the last 30 days, to be restored or deleted for good, one by one or all at once. */
export function TrashTab() {
  const trash = useTrash();
  const { mutate: restore } = useRestore();
  const { mutate: erase } = useErase();
  const [erasing, setErasing] = useState<readonly TrashEntry[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Gets the focus once the row or button that had it is gone. */
  const next = useRef<HTMLElement | null>(null);
  const entries = trash.status === 'ready' ? trash.entries : [];
  return (
    <section aria-labelledby="trash-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2
            ref={heading}
            id="trash-heading"
            tabIndex={-1}
            className="text-lg font-semibold outline-none"
          >
            Recently deleted
          </h2>
          <p className="mt-1 text-pretty text-soft">
            What you delete can be restored here for 30 days.
          </p>
        </div>
        {entries.length > 0 ? (
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button
              onClick={() => {
                heading.current?.focus();
                restore(entries);
              }}
            >
              <RotateCcw aria-hidden />
              Restore all
            </Button>
            <Button
              onClick={() => {
                next.current = heading.current;
                setErasing(entries);
              }}
            >
              <Trash2 aria-hidden />
              Delete all
            </Button>
          </div>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <TrashList
          entries={entries}
          onRestore={(entry, neighbour) => {
            (neighbour ?? heading.current)?.focus();
            restore([entry]);
          }}
          onErase={(entry, neighbour) => {
            next.current = neighbour ?? heading.current;
            setErasing([entry]);
          }}
        />
      ) : null}
      {trash.status === 'ready' && entries.length === 0 ? (
        <EmptyState
          icon={<Trash2 />}
          title="Nothing was deleted in the last 30 days"
          action={
            <Button asChild>
              <Link to="/">Back to tasks</Link>
            </Button>
          }
        />
      ) : null}
      {trash.status === 'loading' ? <TrashSkeleton /> : null}
      {trash.status === 'error' ? (
        <ErrorState
          title="What you deleted could not be loaded"
          isRetrying={trash.isRetrying}
          onRetry={trash.retry}
        />
      ) : null}
      {erasing ? (
        <ConfirmDialog
          onClose={() => setErasing(null)}
          title="Delete for Good"
          text={eraseQuestion(erasing)}
          focusOtherwise={next}
          onConfirm={() => {
            erase(erasing);
            setErasing(null);
          }}
        />
      ) : null}
    </section>
  );
}

function TrashSkeleton() {
  return (
    <div className="mt-4">
      <output className="sr-only">Loading what was deleted</output>
      {['w-40', 'w-56', 'w-32'].map((width) => (
        <div key={width} className="flex h-14 items-center gap-3">
          <Skeleton className="size-5" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}
