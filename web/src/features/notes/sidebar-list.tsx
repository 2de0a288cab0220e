import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useDndContext } from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { noteTextQuery } from '../../data/notes/queries.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useBoxVirtualList } from '../../ui/virtual-list.tsx';
import type { SidebarRow } from './folder-tree.ts';
import { askToDelete, setFolderOpen } from './notes-state.ts';
import { FolderRow, NoteRow } from './sidebar-row.tsx';

type Props = {
  rows: readonly SidebarRow[];
  /** In a phone's drawer rows are higher, and notes have a preview. */
  isDrawer: boolean;
  selectedUid: string | null;
  onSelect: (uid: string) => void;
};

const keyOf = ({ key }: SidebarRow) => key;
const ROW_HEIGHT = 34;
const drawerHeight = ({ kind }: SidebarRow) => (kind === 'note' ? 60 : 44);

/** The index that a key moves to; undefined for other keys. */
function target(key: string, at: number, rows: readonly SidebarRow[]): number | undefined {
  const parent = () => {
    const depth = rows[at]?.depth ?? 0;
    return rows.slice(0, at).findLastIndex((row) => row.kind === 'folder' && row.depth < depth);
  };
  const places: Record<string, () => number> = {
    ArrowDown: () => at + 1,
    ArrowUp: () => at - 1,
    ArrowLeft: parent,
    Home: () => 0,
    End: () => rows.length - 1,
  };
  return places[key]?.();
}

/** The rows of the sidebar, virtualized. */
export function SidebarList({ rows, isDrawer, selectedUid, onSelect }: Props) {
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const dragged = useDndContext().active?.id;
  const indexOf = (wanted: unknown) => rows.findIndex(({ key }) => key === wanted);
  const selectedIndex = indexOf(`note-${selectedUid}`);
  const activeIndex = Math.max(0, activeKey === undefined ? selectedIndex : indexOf(activeKey));

  const list = useBoxVirtualList(scroller, {
    items: rows,
    keyOf,
    rowHeight: isDrawer ? drawerHeight : ROW_HEIGHT,
    overscan: 5,
    // The tab stop and a dragged row must stay mounted when they are scrolled away.
    kept: [rows[activeIndex]?.key, dragged === undefined ? null : String(dragged)],
    // Keeps a neighbour of the row that is scrolled to visible.
    scrollPadding: { start: ROW_HEIGHT, end: ROW_HEIGHT },
  });

  // Scrolls to a note when it is opened, not when it is moved or renamed.
  const showNote = useEffectEvent((uid: string | null) => {
    const index = indexOf(`note-${uid}`);
    if (index >= 0) list.scrollTo(index);
  });
  useEffect(() => showNote(selectedUid), [selectedUid]);

  const moveFocus = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const row = rows[at];
    if (row?.kind === 'folder') {
      const opens = event.key === 'ArrowRight' && !row.isOpen;
      const closes = event.key === 'ArrowLeft' && row.isOpen;
      if (opens || closes) {
        event.preventDefault();
        setFolderOpen(row.folder.uid, opens);
        return;
      }
    }
    const next = target(event.key, at, rows);
    if (next === undefined) return;
    event.preventDefault();
    if (rows[next]) list.focusItem(next);
  };

  const step = (by: 1 | -1) => {
    const isFocused = scroller.current?.contains(document.activeElement) ?? false;
    const next = isFocused ? activeIndex + by : activeIndex;
    if (!rows[next]) return false;
    list.focusItem(next);
    return true;
  };
  const deleteFocused = () => {
    const row = rows[activeIndex];
    const isFocused = scroller.current?.contains(document.activeElement) ?? false;
    if (!row || !isFocused) return false;
    askToDelete(row.kind === 'note' ? row.note : row.folder);
    return true;
  };
  useShortcuts('Notes', [
    { keys: ['ArrowDown', 'ArrowUp'], label: 'Next or previous row' },
    { keys: 'j', label: 'Next row', repeats: true, run: () => step(1) },
    { keys: 'k', label: 'Previous row', repeats: true, run: () => step(-1) },
    { keys: 'Enter', label: 'Open the note or folder' },
    { keys: 'Delete', label: 'Delete the note or folder', run: deleteFocused },
  ]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      <ul aria-label="Notes and folders" {...list.listProps}>
        {list.rows.map(({ item: row, key, index, top, bottom }) => {
          const stop = {
            isTabStop: index === activeIndex,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveFocus(event, index),
            onFocus: () => setActiveKey(key),
          };
          return (
            <li
              key={key}
              data-index={index}
              aria-level={row.depth + 1}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0 py-px"
              style={{ height: bottom - top, transform: `translateY(${top}px)` }}
            >
              {row.kind === 'folder' ? (
                <FolderRow row={row} {...stop} />
              ) : (
                <NoteRow
                  row={row}
                  {...stop}
                  hasPreview={isDrawer}
                  isSelected={row.note.uid === selectedUid}
                  onSelect={onSelect}
                  onNear={({ uid, content_rev }) =>
                    void client.prefetchQuery(noteTextQuery(uid, content_rev))
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
