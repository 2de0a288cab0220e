import { useMedia } from '../../lib/use-media.ts';

/**
 * Columns of the tile view by the width of the window (spec section 2): 1, 2 or 3. As Tailwind's sm
 * and lg, which the page around the grid follows.
 */
export function useColumns(): 1 | 2 | 3 {
  const hasTwo = useMedia('(min-width: 40rem)');
  const hasThree = useMedia('(min-width: 64rem)');
  if (hasThree) return 3;
  return hasTwo ? 2 : 1;
}

/** Pixels of one rem: a reader's larger text makes rows higher. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
