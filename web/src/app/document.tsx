import { useEffect, useState } from 'react';
import { ScrollRestoration, useLocation, type Location } from 'react-router-dom';

/** Names the browser's tab after the screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Almanac`;
  }, [title]);
}

/** Where React Router keeps the scroll positions of this tab's pages, in session storage. */
const STORAGE_KEY = 'scrollPlaces';
/** Milliseconds after which a page that is shorter than it was is left alone. */
const LATEST = 5000;
/** After one of these the person scrolls, not the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The first history entry of every load has the key 'default', on any screen: there the path counts. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** Pixels from the top before the reload; 0 if none are stored. */
function storedPosition(location: Location): number {
  try {
    const places: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const place: unknown = Object.entries(places ?? {}).find(
      ([key]) => key === scrollKey(location),
    )?.[1];
    return typeof place === 'number' ? place : 0;
  } catch (error) {
    console.warn('The scroll position cannot be read.', error);
    return 0;
  }
}

/** Scrolls to a position as soon as the page is long enough; returns a function that stops it. */
function goWhenLongEnough(place: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const observer = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= Math.floor(place)) stop.abort();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const move of MOVES) addEventListener(move, () => stop.abort(), { signal });
  setTimeout(() => stop.abort(), LATEST);
  return () => stop.abort();
}

/**
 * Keeps the scroll position on Back and over a reload. React Router scrolls once, at the first
 * render; after a reload the page may not be long enough yet.
 */
export function ScrollRestorer() {
  const location = useLocation();
  const [place] = useState(() => storedPosition(location));
  useEffect(() => (place > 0 ? goWhenLongEnough(place) : undefined), [place]);
  return <ScrollRestoration getKey={scrollKey} storageKey={STORAGE_KEY} />;
}
