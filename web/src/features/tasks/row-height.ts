/** Pixels of a row with a title of one line, until it is measured; in narrow panels it has two. */
const ROW_HEIGHT = 45;
const NARROW_ROW_HEIGHT = 81;
/** Where panels are narrower than `@xl`: on phones, and just above the width of two columns. */
const NARROW = '(width < 38rem) or (64rem <= width < 75rem)';

/** Pixels that most rows of a panel have on this screen. */
export function usualRowHeight(): number {
  return matchMedia(NARROW).matches ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
}
