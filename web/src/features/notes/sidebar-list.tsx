import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useDndContext } from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { noteTextQuery } from '../../data/notes/queries.ts';
import { setFolderOpen } from './notes-state.ts';
import { FolderRow, NoteRow } from './sidebar-row.tsx';
import type { SidebarRow } from './folder-tree.ts';

type Props = {
  rows: readonly SidebarRow[];
  rowHeight: number;
  selectedUid: string | null;
  onSelect: (uid: string) => void;
};

/** Where the arrow keys go; undefined for any other key. */
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

/** The rows of the sidebar; only those in sight are there, however many notes. */
export function SidebarList({ rows, rowHeight, selectedUid, onSelect }: Props) {
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const focusNext = useRef(false);
  const dragged = useDndContext().active?.id;
  const indexOf = (wanted: unknown) => rows.findIndex(({ key }) => key === wanted);
  const selectedIndex = indexOf(`note-${selectedUid}`);
  const activeIndex = Math.max(0, activeKey === undefined ? selectedIndex : indexOf(activeKey));
  const draggedIndex = dragged === undefined ? -1 : indexOf(dragged);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    // What is scrolled to has a neighbour in sight.
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
    rangeExtractor: (range) => {
      // What has the focus or is being dragged must not vanish when it is scrolled away.
      const kept = [activeIndex, draggedIndex].filter((index) => index >= 0 && index < rows.length);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
  });

  // The open note is in sight when it was opened; a move or a new name is not followed.
  const showSelected = useEffectEvent(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex);
  });
  useEffect(() => showSelected(), [selectedUid]);

  useEffect(() => {
    if (!focusNext.current) return;
    focusNext.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-row="${activeKey}"]`)?.focus();
  }, [activeKey]);

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
    const nextRow = next === undefined ? undefined : rows[next];
    if (next === undefined) return;
    event.preventDefault();
    if (!nextRow || next < 0) return;
    focusNext.current = true;
    setActiveKey(nextRow.key);
    virtual.scrollToIndex(next);
  };

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      <ul
        aria-label="Notes and folders"
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const stop = {
            isTabStop: index === activeIndex,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveFocus(event, index),
            onFocus: () => setActiveKey(row.key),
          };
          return (
            <li
              key={row.key}
              aria-level={row.depth + 1}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0 py-px"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {row.kind === 'folder' ? (
                <FolderRow row={row} {...stop} />
              ) : (
                <NoteRow
                  row={row}
                  {...stop}
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
