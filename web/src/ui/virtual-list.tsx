import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type RefObject,
} from 'react';
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';

type VirtualListOptions<Item> = {
  items: readonly Item[];
  /** The item's key. The same function in all renders. */
  keyOf: (item: Item) => string;
  /**
   * Pixels of a row with the gap below it; an estimate where rows are measured. A function, the same
   * in all renders, if heights differ.
   */
  rowHeight: number | ((item: Item) => number);
  /** Items side by side, all of one height. */
  columns?: number;
  /** Rows that are rendered above and below the visible ones. */
  overscan?: number;
  /** Keys of items that stay mounted however far the list scrolls; the focused one always does. */
  kept?: readonly (string | null | undefined)[];
  /** Pixels at either edge that `scrollTo` leaves free, because something covers them. */
  scrollPadding?: { start?: number; end?: number };
  /** Selector of what `focusItem` focuses in an item; by default its first button. */
  focusTarget?: string;
};

/** Pixels of one rem, for row heights that follow the reader's text size. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** A rendered item and its position. */
type VirtualRow<Item> = {
  item: Item;
  key: string;
  /** Index among all items. The row's element must have it as `data-index`. */
  index: number;
  /** Column, from 0. */
  column: number;
  /** Pixels from the top of the list to the upper and the lower edge of the row. */
  top: number;
  bottom: number;
};

type VirtualList<Item, Row extends HTMLElement> = {
  rows: readonly VirtualRow<Item>[];
  /** Props of the element around the rows, as high as all of them. */
  listProps: {
    ref: (element: HTMLElement | null) => void;
    style: CSSProperties;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
  /** The `ref` of rows whose heights differ. */
  measure: (row: Row | null) => void;
  scrollTo: (index: number) => void;
  /** Scrolls to an item and focuses it as soon as it is rendered. */
  focusItem: (index: number) => void;
};

/** What both lists share, apart from their virtualizer. */
function useItems<Item>(options: VirtualListOptions<Item>) {
  const { items, keyOf, rowHeight, columns = 1, overscan = 8, kept = [], scrollPadding } = options;
  const element = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // A new function would make the virtualizer measure every row again.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const indexOf = (wanted: string) => items.findIndex((item) => keyOf(item) === wanted);
  const rangeExtractor = (range: Range) => {
    const indexes = [focused, ...kept].map((key) => (key ? indexOf(key) : -1));
    const mounted = [...defaultRangeExtractor(range), ...indexes.filter((index) => index >= 0)];
    return [...new Set(mounted)].toSorted((a, b) => a - b);
  };
  const setFocusedIndex = (index: number) => {
    const item = items[index];
    setFocused(item === undefined ? null : keyOf(item));
  };
  const ref = useCallback((list: HTMLElement | null) => {
    element.current = list;
  }, []);
  const handlers = {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      setFocusedIndex(index === undefined ? -1 : Number(index));
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocused(null);
    },
  };
  const virtualizerOptions = {
    count: items.length,
    lanes: columns,
    estimateSize: (index: number) => {
      const item = items[index];
      if (typeof rowHeight === 'number') return rowHeight;
      return item === undefined ? 0 : rowHeight(item);
    },
    getItemKey,
    overscan,
    rangeExtractor,
    scrollPaddingStart: scrollPadding?.start ?? 0,
    scrollPaddingEnd: scrollPadding?.end ?? 0,
  };
  return { element, handlers, setFocusedIndex, virtualizerOptions };
}

function useRows<Item, Scroller extends Element | Window, Row extends HTMLElement>(
  { items, keyOf, rowHeight, focusTarget = 'button' }: VirtualListOptions<Item>,
  { element, handlers, setFocusedIndex }: ReturnType<typeof useItems<Item>>,
  virtualizer: Virtualizer<Scroller, Row>,
): VirtualList<Item, Row> {
  const lastHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (lastHeight.current === rowHeight) return;
    lastHeight.current = rowHeight;
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const wanted = useRef<number | null>(null);
  // After every render: the row to be focused may only just have been rendered.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = element.current?.querySelector(`[data-index="${wanted.current}"]`);
    const target = row?.querySelector<HTMLElement>(focusTarget);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });

  const rows = virtualizer.getVirtualItems().flatMap(({ index, lane, start, end }) => {
    const item = items[index];
    if (item === undefined) return [];
    const { scrollMargin } = virtualizer.options;
    const [top, bottom] = [start - scrollMargin, end - scrollMargin];
    return [{ item, key: keyOf(item), index, column: lane, top, bottom }];
  });
  return {
    rows,
    listProps: {
      ...handlers,
      style: { position: 'relative', height: virtualizer.getTotalSize() },
    },
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    focusItem: (index) => {
      wanted.current = index;
      setFocusedIndex(index);
      virtualizer.scrollToIndex(index);
    },
  };
}

/**
 * A list that scrolls with the window. Only rows near the visible part are rendered, and the row with
 * the focus, which scrolling would otherwise lose.
 */
export function useWindowVirtualList<Item, Row extends HTMLElement = HTMLLIElement>(
  options: VirtualListOptions<Item>,
): VirtualList<Item, Row> {
  const { rowHeight, columns } = options;
  const shared = useItems(options);
  const { element } = shared;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return undefined;
    const measureTop = () => setTop(Math.round(list.getBoundingClientRect().top + scrollY));
    measureTop();
    // What is above the list may grow or shrink, and its ancestors with it.
    const observer = new ResizeObserver(measureTop);
    for (let around = list.parentElement; around; around = around.parentElement)
      observer.observe(around);
    return () => observer.disconnect();
  }, [element, rowHeight, columns]);
  const virtualizer = useWindowVirtualizer<Row>({
    ...shared.virtualizerOptions,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  return useRows(options, shared, virtualizer);
}

/** The same for a list in a box that scrolls by itself. */
export function useBoxVirtualList<Item, Row extends HTMLElement = HTMLLIElement>(
  box: RefObject<HTMLElement | null>,
  options: VirtualListOptions<Item>,
): VirtualList<Item, Row> {
  const shared = useItems(options);
  const virtualizer = useVirtualizer<HTMLElement, Row>({
    ...shared.virtualizerOptions,
    getScrollElement: () => box.current,
    // For the first render, before the box is measured.
    initialRect: { width: 0, height: 600 },
  });
  return useRows(options, shared, virtualizer);
}
