import type { MouseEvent } from 'react';
import { CircleCheck, FileText, Folder, RotateCcw, Trash2, UserRound } from 'lucide-react';
import type { TrashEntry } from '#domain/trash.ts';
import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { TrashActions } from './trash-list.tsx';
import { counted, describeEntry, describeShortly } from './trash-text.ts';

const ICONS = { tasks: CircleCheck, contacts: UserRound, folders: Folder, notes: FileText };

/** The same control in the row after this one, or else in the one before. */
function neighbourOf({ currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null {
  const item = currentTarget.closest('li');
  const control = `[data-control="${currentTarget.dataset.control}"]`;
  return (
    item?.nextElementSibling?.querySelector<HTMLElement>(control) ??
    item?.previousElementSibling?.querySelector<HTMLElement>(control) ??
    null
  );
}

type Props = TrashActions & { entry: TrashEntry };

export function TrashRow({ entry, onRestore, onErase }: Props) {
  const { name, table, daysLeft, deletedAt } = entry;
  const Icon = ICONS[table];
  const left = `${counted(daysLeft, 'day')} left`;
  return (
    <div className="flex h-full items-center gap-3">
      <Icon aria-hidden className="size-5 shrink-0 stroke-[1.75] text-soft" />
      <div className="flex h-full min-w-0 flex-1 items-center gap-1 border-b border-line sm:gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate">{name}</p>
          <p className="truncate text-sm text-soft max-sm:hidden">
            {describeEntry(entry)}, deleted {formatDay(new Date(deletedAt).toISOString())}
          </p>
          <p className="truncate text-sm text-soft sm:hidden">
            {left} · {describeShortly(entry)}
          </p>
        </div>
        <p className="w-24 shrink-0 text-right text-sm text-soft tabular-nums max-sm:hidden">
          {left}
        </p>
        <Button
          variant="ghost"
          aria-label={`Restore ${name}`}
          data-control="restore"
          className="px-3 max-sm:h-11"
          onClick={(event) => onRestore(entry, neighbourOf(event))}
        >
          <RotateCcw aria-hidden />
          Restore
        </Button>
        <IconButton
          label={`Delete ${name} for good`}
          data-tooltip="Delete for good"
          data-control="erase"
          variant="danger"
          className="max-sm:size-11"
          onClick={(event) => onErase(entry, neighbourOf(event))}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
