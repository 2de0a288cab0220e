import { useState, type MouseEvent } from 'react';
import { CircleCheck, FileText, Folder, RotateCcw, Trash2, UserRound } from 'lucide-react';
import { trashNouns, type TrashEntry } from '#domain/trash.ts';
import { formatDay } from '../../lib/clock.ts';
import { useMedia } from '../../lib/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { remPixels, useWindowVirtualList } from '../../ui/virtual-list.tsx';

/** Row heights in rem. */
const ROW_HEIGHT = 3.25;
const ROW_HEIGHT_ON_PHONES = 4;

type TrashActions = {
  /** `neighbour` is the same control in a row that stays, for the focus. */
  onRestore: (entry: TrashEntry, neighbour: HTMLElement | null) => void;
  onErase: (entry: TrashEntry, neighbour: HTMLElement | null) => void;
};

const uidOf = ({ uid }: TrashEntry) => uid;

/** The entries of the trash, virtualized. */
export function TrashList({
  entries,
  ...actions
}: TrashActions & { entries: readonly TrashEntry[] }) {
  const isWide = useMedia('(min-width: 40rem)');
  const [rem] = useState(remPixels);
  const height = (isWide ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONES) * rem;
  const { rows, listProps } = useWindowVirtualList({
    items: entries,
    keyOf: uidOf,
    rowHeight: height,
  });
  return (
    <ul aria-labelledby="trash-heading" className="mt-4" {...listProps}>
      {rows.map(({ item, key, index, top }) => (
        <li
          key={key}
          data-index={index}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 scroll-mt-20 scroll-mb-4 [contain:size_layout_style]"
          style={{ height, transform: `translateY(${top}px)` }}
        >
          <TrashRow entry={item} {...actions} />
        </li>
      ))}
    </ul>
  );
}

const ICONS = { tasks: CircleCheck, contacts: UserRound, folders: Folder, notes: FileText };

/** The same control in the next row, else in the previous one. */
function neighbourOf({ currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null {
  const item = currentTarget.closest('li');
  const control = `[data-control="${currentTarget.dataset.control}"]`;
  return (
    item?.nextElementSibling?.querySelector<HTMLElement>(control) ??
    item?.previousElementSibling?.querySelector<HTMLElement>(control) ??
    null
  );
}

function TrashRow({ entry, onRestore, onErase }: TrashActions & { entry: TrashEntry }) {
  const { name, table, daysLeft, deletedAt } = entry;
  const Icon = ICONS[table];
  const left = `${counted(daysLeft, 'day')} left`;
  return (
    <div className="flex h-full items-center gap-3">
      <Icon aria-hidden className="size-5 shrink-0 stroke-[1.75] text-soft" />
      <div className="flex h-full min-w-0 flex-1 items-center gap-1 border-b border-line sm:gap-2">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate">
            {name}
          </p>
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

/** '1 note', '3 notes'. */
function counted(total: number, noun: string): string {
  return `${total} ${noun}${total === 1 ? '' : 's'}`;
}

/** 'Task', or 'Folder with 1 folder and 3 notes'. */
export function describeEntry({ table, contents }: TrashEntry): string {
  const parts = [
    ...(contents.folders > 0 ? [counted(contents.folders, 'folder')] : []),
    ...(contents.notes > 0 ? [counted(contents.notes, 'note')] : []),
  ];
  return parts.length > 0 ? `${trashNouns[table]} with ${parts.join(' and ')}` : trashNouns[table];
}

/** 'Task', or for a folder '4 items': short enough for a phone. */
export function describeShortly({ table, contents }: TrashEntry): string {
  const total = contents.folders + contents.notes;
  return total > 0 ? counted(total, 'item') : trashNouns[table];
}

/** The question before entries are deleted for good. */
export function eraseQuestion(entries: readonly TrashEntry[]): string {
  const [first] = entries;
  if (!first || entries.length > 1) {
    return `Are you sure you want to delete all ${entries.length} items for good? This action cannot be undone.`;
  }
  const { folders, notes } = first.contents;
  const whole = folders + notes > 0 ? ' and all its contents' : '';
  return `Are you sure you want to delete "${first.name}"${whole} for good? This action cannot be undone.`;
}
