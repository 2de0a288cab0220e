import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { ContactViewMode } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useMedia } from '../../lib/store.ts';
import { remPixels, useWindowVirtualList } from '../../ui/virtual-list.tsx';
import { ContactRow, ContactTile } from './contact-card.tsx';

/** Heights in rem. */
const TILE_HEIGHT = 7.5;
const ROW_HEIGHT = 2.75;
/** A row with two lines. */
const HIGH_ROW_HEIGHT = 3.5;
/** Pixels at the top that the header may cover. */
const HEADER_HEIGHT = 120;

/**
 * Columns of the tile view by the width of the window (spec section 2): 1, 2 or 3, at Tailwind's sm
 * and lg.
 */
function useColumns(): 1 | 2 | 3 {
  const hasTwo = useMedia('(min-width: 40rem)');
  const hasThree = useMedia('(min-width: 64rem)');
  if (hasThree) return 3;
  return hasTwo ? 2 : 1;
}

/** Height of a tile or a row in pixels; a row has one line if there is room for all its columns. */
function useHeight(viewMode: ContactViewMode): number {
  const hasOneLine = useMedia('(min-width: 80rem)');
  if (viewMode === 'tile') return TILE_HEIGHT * remPixels();
  return (hasOneLine ? ROW_HEIGHT : HIGH_ROW_HEIGHT) * remPixels();
}

type Grid = { columns: number; total: number; focusItem: (index: number) => void };

/** Props of the list: arrow keys, Home and End move from contact to contact. */
function arrowKeys({ columns, total, focusItem }: Grid) {
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -total,
    End: total,
    ...(columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const step = steps[event.key];
    if (!item || step === undefined) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    focusItem(Math.max(0, Math.min(total - 1, Number(item.dataset.index) + step)));
  };
  return { onKeyDown };
}

const uidOf = ({ uid }: Contact) => uid;

type Props = {
  contacts: readonly Contact[];
  viewMode: ContactViewMode;
  /** Gets the uid of a contact. */
  onOpen: (uid: string) => void;
  /** The same; asks before it deletes. */
  onDelete: (uid: string) => void;
};

/** The contacts as tiles or rows, virtualized. */
export function ContactList({ contacts, viewMode, onOpen, onDelete }: Props) {
  const width = useColumns();
  const isTiles = viewMode === 'tile';
  const columns = isTiles ? width : 1;
  const height = useHeight(viewMode);
  const [current, setCurrent] = useState<string | null>(null);
  const isThere = contacts.some(({ uid }) => uid === current);
  // Tab reaches one contact of the list, with its links: the one that had the focus last.
  const stop = isThere ? current : contacts[0]?.uid;
  const { rows, listProps, focusItem } = useWindowVirtualList({
    items: contacts,
    keyOf: uidOf,
    rowHeight: height,
    columns,
    kept: [stop],
    scrollPadding: { start: HEADER_HEIGHT },
  });

  const step = (by: 1 | -1) => {
    const isFocused = document.activeElement?.closest('li')?.dataset.uid === stop;
    const place = contacts.findIndex(({ uid }) => uid === stop) + (isFocused ? by : 0);
    focusItem(Math.max(0, Math.min(contacts.length - 1, place)));
  };
  /** Acts on the focused contact, if there is one. */
  const withFocused = (act: (uid: string) => void) => () => {
    const uid = document.activeElement?.closest('li')?.dataset.uid;
    if (uid === undefined || uid !== stop) return false;
    act(uid);
    return true;
  };
  useShortcuts('Contacts', [
    { keys: 'j', label: 'Next contact', run: () => step(1), repeats: true },
    { keys: 'k', label: 'Previous contact', run: () => step(-1), repeats: true },
    { keys: 'Enter', label: 'Open the contact' },
    { keys: 'e', label: 'Edit the contact', run: withFocused(onOpen) },
    { keys: 'Delete', label: 'Delete the contact', run: withFocused(onDelete) },
  ]);

  const focusProps = {
    ...listProps,
    onFocus: (event: FocusEvent) => {
      listProps.onFocus(event);
      setCurrent(event.target.closest('li')?.dataset.uid ?? null);
    },
  };

  const Item = isTiles ? ContactTile : ContactRow;
  return (
    <ul
      aria-label="Contacts"
      className="-mx-3"
      {...focusProps}
      {...arrowKeys({ columns, total: contacts.length, focusItem })}
    >
      {rows.map(({ item, key, index, column, top }) => (
        <li
          key={key}
          aria-setsize={contacts.length}
          aria-posinset={index + 1}
          data-index={index}
          data-uid={key}
          className="absolute top-0 scroll-mt-32 scroll-mb-4 [contain:size_layout_style]"
          style={{
            height,
            width: `${100 / columns}%`,
            left: `${(100 / columns) * column}%`,
            transform: `translateY(${top}px)`,
          }}
        >
          <Item contact={item} isCurrent={key === stop} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
