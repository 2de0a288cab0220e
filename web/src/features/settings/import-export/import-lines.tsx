import { useState } from 'react';
import { CircleAlert, CircleCheck, FileText, UserRound } from 'lucide-react';
import type { Line } from '../../../import-export/preview.ts';
import { formatFullDay } from '../../../lib/clock.ts';
import { useMedia } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/input.tsx';
import { remPixels, useWindowVirtualList } from '../../../ui/virtual-list.tsx';

type Problem = { where: string; text: string; skipped: boolean };

/** An entry that can be chosen, or a problem of the file. */
export type ImportItem = Line | ({ kind: 'problem'; key: string } & Problem);

const ICONS = { task: CircleCheck, contact: UserRound, note: FileText };

/** Row heights in rem. */
const ROW_HEIGHT = 3.25;
const ROW_HEIGHT_ON_PHONES = 4.75;
const keyOf = ({ key }: ImportItem) => key;

type LinesProps = {
  items: readonly ImportItem[];
  left: ReadonlySet<number>;
  joined: ReadonlySet<number>;
  onChoose: (index: number, isChosen: boolean) => void;
  onJoin: (line: Line) => void;
};

/** What was read, as rows of one height, virtualized. */
export function ImportLines({ items, left, joined, onChoose, onJoin }: LinesProps) {
  const isWide = useMedia('(min-width: 40rem)');
  const [rem] = useState(remPixels);
  const height = (isWide ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONES) * rem;
  const { rows, listProps } = useWindowVirtualList({ items, keyOf, rowHeight: height });
  return (
    <ul aria-label="What was read" {...listProps}>
      {rows.map(({ item, key, index, top }) => (
        <li
          key={key}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 scroll-mt-28 scroll-mb-20 [contain:size_layout_style]"
          style={{ height, transform: `translateY(${top}px)` }}
        >
          {item.kind === 'problem' ? (
            <ProblemRow {...item} />
          ) : (
            <LineRow
              line={item}
              isChosen={!left.has(item.index)}
              isJoined={joined.has(item.index)}
              onChoose={onChoose}
              onJoin={onJoin}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function ProblemRow({ where, text, skipped }: Problem) {
  return (
    <div className="flex h-full items-center gap-3">
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning-ink" />
      <div className="flex h-full min-w-0 flex-1 flex-col justify-center border-b border-line">
        <p className="line-clamp-2 sm:line-clamp-1" title={text}>
          {skipped ? 'Left out: ' : ''}
          {text}
        </p>
        <p dir="auto" className="truncate text-sm text-soft">
          {where}
        </p>
      </div>
    </div>
  );
}

type LineProps = {
  line: Line;
  isChosen: boolean;
  isJoined: boolean;
  onChoose: (index: number, isChosen: boolean) => void;
  onJoin: (line: Line) => void;
};

function LineRow({ line, isChosen, isJoined, onChoose, onJoin }: LineProps) {
  const { index, kind, state, title, detail, due, left } = line;
  const Icon = ICONS[kind];
  const below = kind === 'contact' ? 'In a note' : 'Below its text';
  const more = [due ? formatFullDay(due) : '', detail, left ? `${below}: ${left}` : '']
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="flex h-full items-center gap-3">
      <Checkbox
        aria-label={`Import ${title}`}
        checked={isChosen}
        disabled={isJoined}
        onCheckedChange={(checked) => onChoose(index, checked)}
        className="ml-1"
      />
      <div className="flex h-full min-w-0 flex-1 items-center gap-3 border-b border-line">
        <Icon aria-label={kind} className="size-5 shrink-0 stroke-[1.75] text-soft" />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate">
            {title}
          </p>
          {more ? (
            <p dir="auto" className="line-clamp-2 text-sm text-soft sm:line-clamp-1" title={more}>
              {more}
            </p>
          ) : null}
        </div>
        {isJoined ? <p className="shrink-0 text-sm text-success-ink">Joined</p> : null}
        {state === 'same' ? <p className="shrink-0 text-sm text-soft">You have it</p> : null}
        {state === 'similar' && !isJoined ? (
          <Button size="sm" aria-label={`Join ${title}`} onClick={() => onJoin(line)}>
            Join…
          </Button>
        ) : null}
      </div>
    </div>
  );
}
