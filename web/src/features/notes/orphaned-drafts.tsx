import { History } from 'lucide-react';
import { useOrphanedDrafts, type Draft } from '../../data/notes/drafts.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { formatMoment } from '../../lib/clock.ts';
import { NEW, useShowDialog } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { requestEdit, useSelectedNote } from './notes-state.ts';

type Props = { userId: string; notes: readonly NoteSummary[] };

/** Offers the texts that a crash, a closed tab or an ended session left unsaved on this device. */
export function OrphanedDrafts({ userId, notes }: Props) {
  const { drafts, forget } = useOrphanedDrafts(userId);
  const [, select] = useSelectedNote();
  const showNote = useShowDialog('note');
  const restore = (draft: Draft) => {
    if (notes.some(({ uid }) => uid === draft.noteUid)) {
      requestEdit({ noteUid: draft.noteUid, draft });
      select(draft.noteUid);
    } else {
      requestEdit({ noteUid: NEW, draft });
      showNote(NEW);
    }
  };
  const discard = (draft: Draft) => {
    forget(draft.id).catch((error: unknown) => {
      console.warn('An unsaved text could not be discarded.', error);
    });
  };
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unsaved texts" className="mb-4 flex flex-col gap-2">
      {drafts.map((draft) => (
        <div
          key={draft.id}
          className="flex flex-wrap items-center gap-2 rounded-base bg-warning-soft px-3 py-2 text-warning-ink"
        >
          <History aria-hidden className="size-4 shrink-0" />
          <p className="min-w-40 flex-1 wrap-anywhere">
            Unsaved changes to “{draft.title || 'Untitled'}” from{' '}
            {formatMoment(new Date(draft.keptAt).toISOString())}
          </p>
          <Button size="sm" onClick={() => restore(draft)}>
            Restore
          </Button>
          <Button size="sm" onClick={() => discard(draft)}>
            Discard
          </Button>
        </div>
      ))}
    </section>
  );
}
