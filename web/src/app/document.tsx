import { useEffect, useState } from 'react';
import { ScrollRestoration, useLocation, type Location } from 'react-router-dom';

/** Names the browser's tab after the screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Almanac`;
  }, [title]);
}

/** Where React Router keeps the places of this tab's pages, in session storage. */
const STORAGE_KEY = 'scrollPlaces';
/** Milliseconds after which a page that is shorter than it was is left alone. */
const LATEST = 5000;
/** What somebody does who wants to be elsewhere. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The first address of every load has the same key: another screen's place is not this one's. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** Pixels from the top, as of the page's last life; 0 where there is nothing to read. */
function storedPosition(location: Location): number {
  try {
    const places: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const place: unknown = Object.entries(places ?? {}).find(
      ([key]) => key === scrollKey(location),
    )?.[1];
    return typeof place === 'number' ? place : 0;
  } catch (error) {
    console.warn('Where the page was cannot be read.', error);
    return 0;
  }
}

/** Goes to a place as soon as the page is long enough; returns the way to stop. */
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
 * The page stays where one was, on the way back and over a reload. React Router goes there once, at
 * the first drawing; after a reload what makes the page so long may still be on its way.
 */
export function ScrollRestorer() {
  const location = useLocation();
  const [place] = useState(() => storedPosition(location));
  useEffect(() => (place > 0 ? goWhenLongEnough(place) : undefined), [place]);
  return <ScrollRestoration getKey={scrollKey} storageKey={STORAGE_KEY} />;
}
