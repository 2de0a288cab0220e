import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';

/** How far each key goes in a grid of so many columns. */
function stepOf(key: string, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
    ...(columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
  };
  return steps[key];
}

function indexOf(target: EventTarget | null): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return item ? Number(item.dataset.index) : null;
}

type Options = {
  list: RefObject<HTMLElement | null>;
  total: number;
  columns: number;
  scrollTo: (index: number) => void;
};

/**
 * The arrow keys, Home and End among thousands of contacts of which few are drawn. Returns the index
 * of the focused contact: it must stay drawn, else scrolling away would lose the focus.
 */
export function useContactFocus({ list, total, columns, scrollTo }: Options): number | null {
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const from = indexOf(event.target);
    const step = stepOf(event.key, columns);
    if (from === null || step === undefined) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(total - 1, from + step));
    wanted.current = to;
    setFocused(to);
    scrollTo(to);
  });

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('keydown', onKeyDown, { signal });
    element.addEventListener('focusin', ({ target }) => setFocused(indexOf(target)), { signal });
    element.addEventListener('focusout', () => setFocused(null), { signal });
    return () => stop.abort();
  }, [list]);

  // After every render: the contact that the focus goes to may only just have been drawn.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const button = list.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] button`,
    );
    if (!button) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
  });

  return focused;
}
