import { useState, type RefObject } from 'react';
import type { TrashEntry } from '#domain/trash.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { eraseQuestion } from './trash-text.ts';

type Entries = readonly TrashEntry[];

type Props = {
  /** Null while nothing is asked. */
  entries: Entries | null;
  focusOtherwise: RefObject<HTMLElement | null>;
  onClose: () => void;
  onConfirm: (entries: Entries) => void;
};

export function EraseDialog({ entries, focusOtherwise, onClose, onConfirm }: Props) {
  // Stays as it is while the window fades out.
  const [asked, setAsked] = useState<Entries>([]);
  if (entries && entries !== asked) setAsked(entries);
  return (
    <ConfirmDialog
      open={entries !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete for Good"
      text={eraseQuestion(asked)}
      focusOtherwise={focusOtherwise}
      onConfirm={() => {
        onConfirm(asked);
        onClose();
      }}
    />
  );
}
