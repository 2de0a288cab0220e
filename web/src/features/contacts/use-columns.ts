import { useSyncExternalStore } from 'react';

/** As Tailwind's sm and lg, which the page around the grid follows. */
const TWO = matchMedia('(min-width: 40rem)');
const THREE = matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void) {
  for (const query of [TWO, THREE]) query.addEventListener('change', listener);
  return () => {
    for (const query of [TWO, THREE]) query.removeEventListener('change', listener);
  };
}

function columns() {
  if (THREE.matches) return 3;
  return TWO.matches ? 2 : 1;
}

/** Columns of the tile view by the width of the window (spec section 2): 1, 2 or 3. */
export function useColumns(): 1 | 2 | 3 {
  return useSyncExternalStore(subscribe, columns);
}

/** Pixels of one rem: a reader's larger text makes rows higher. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
