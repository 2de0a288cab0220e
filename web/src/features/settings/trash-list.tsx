import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import type { TrashEntry } from '#domain/trash.ts';
import { useMedia } from '../../lib/use-media.ts';
import { TrashRow } from './trash-row.tsx';

/** Rem of a row: with a mouse, and where fingers may be at work. */
const ROW_HEIGHT = 3.25;
const ROW_HEIGHT_ON_PHONES = 4;
/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 8;

export type TrashActions = {
  /** The neighbour is the same control of a row that stays. */
  onRestore: (entry: TrashEntry, neighbour: HTMLElement | null) => void;
  onErase: (entry: TrashEntry, neighbour: HTMLElement | null) => void;
};

type Props = TrashActions & { entries: readonly TrashEntry[] };

/** The entries of the trash. The window scrolls; only what is near it is drawn. */
export function TrashList({ entries, ...actions }: Props) {
  const isWide = useMedia('(min-width: 40rem)');
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = (isWide ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONES) * rem;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
  }, [isWide]);

  const [focused, setFocused] = useState<string | null>(null);
  const withFocused = (range: Range) => {
    const seen = defaultRangeExtractor(range);
    const index = focused === null ? -1 : entries.findIndex(({ uid }) => uid === focused);
    return index === -1 || seen.includes(index) ? seen : [...seen, index].toSorted((a, b) => a - b);
  };
  const getItemKey = useCallback((index: number) => entries[index]?.uid ?? index, [entries]);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => height,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
    rangeExtractor: withFocused,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  return (
    <div
      className="mt-4"
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.entry ?? null)}
      onBlur={() => setFocused(null)}
    >
      <ul
        ref={list}
        aria-labelledby="trash-heading"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return entry ? (
            <li
              key={entry.uid}
              data-entry={entry.uid}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 scroll-mt-20 scroll-mb-4 [contain:size_layout_style]"
              style={{ height, transform: `translateY(${start - top}px)` }}
            >
              <TrashRow entry={entry} {...actions} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
