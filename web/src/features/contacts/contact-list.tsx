import { useLayoutEffect, useRef, useState } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import type { ContactViewMode } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/queries.ts';
import { useMedia } from '../../lib/use-media.ts';
import { ContactRow, ContactTile } from './contact-card.tsx';
import { useContactFocus } from './use-contact-focus.ts';

/** Heights in rem: of a tile with the gap below it, and of a row. */
const TILE_HEIGHT = 9.75;
const ROW_HEIGHT = 3;
const ROW_HEIGHT_ON_PHONES = 3.5;
/** Pixels at the top that the bar may cover. */
const BAR_HEIGHT = 120;

/**
 * Columns of the tile view by the width of the window (docs/spec.md, section 2): 1, 2 or 3. As
 * Tailwind's sm and lg, which the page around the grid follows.
 */
function useColumns(): 1 | 2 | 3 {
  const hasTwo = useMedia('(min-width: 40rem)');
  const hasThree = useMedia('(min-width: 64rem)');
  if (hasThree) return 3;
  return hasTwo ? 2 : 1;
}

/** Pixels of one rem: a reader's larger text makes rows higher. */
function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function lineHeight(viewMode: ContactViewMode, columns: number): number {
  if (viewMode === 'tile') return TILE_HEIGHT * remPixels();
  return (columns === 3 ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONES) * remPixels();
}

type Props = {
  contacts: readonly Contact[];
  viewMode: ContactViewMode;
  /** Gets the uid of a contact. */
  onOpen: (uid: string) => void;
};

/** The contacts as tiles or rows. The window scrolls; only what is near it is drawn. */
export function ContactList({ contacts, viewMode, onOpen }: Props) {
  const width = useColumns();
  const isTiles = viewMode === 'tile';
  const columns = isTiles ? width : 1;
  const height = lineHeight(viewMode, width);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
  }, [width]);

  const lines = Math.ceil(contacts.length / columns);
  const focused = useContactFocus({
    list,
    total: contacts.length,
    columns,
    scrollTo: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
  });
  const focusedLine = focused === null ? null : Math.floor(focused / columns);
  const virtualizer = useWindowVirtualizer({
    count: lines,
    estimateSize: () => height,
    overscan: isTiles ? 2 : 8,
    scrollMargin: top,
    scrollPaddingStart: BAR_HEIGHT,
    initialRect: { width: innerWidth, height: innerHeight },
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focusedLine === null || focusedLine >= lines || drawn.includes(focusedLine)) return drawn;
      return [...drawn, focusedLine].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  const drawn = virtualizer
    .getVirtualItems()
    .flatMap((line) =>
      contacts
        .slice(line.index * columns, (line.index + 1) * columns)
        .map((contact, column) => ({ contact, column, line })),
    );
  const Item = isTiles ? ContactTile : ContactRow;
  return (
    <ul
      ref={list}
      aria-label="Contacts"
      className={clsx(
        'relative',
        isTiles
          ? '-mx-1.5'
          : 'overflow-hidden rounded-base border border-b-0 border-line shadow-card',
      )}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ contact, column, line }) => (
        <li
          key={contact.uid}
          aria-setsize={contacts.length}
          aria-posinset={line.index * columns + column + 1}
          data-index={line.index * columns + column}
          className={clsx(
            'absolute top-0 scroll-mt-32 scroll-mb-4 [contain:size_layout_style]',
            isTiles && 'px-1.5 pb-3',
          )}
          style={{
            height,
            width: `${100 / columns}%`,
            left: `${(100 / columns) * column}%`,
            transform: `translateY(${line.start - top}px)`,
          }}
        >
          <Item contact={contact} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
