/** Milliseconds of a slide, as `--motion-slow`. */
const SLIDE = 240;
/** Milliseconds after which a row that is rendered no longer slides. */
const WAIT = 1000;

type Place = { left: number; top: number; at: number };

/** The positions of rows that are about to move, by the uids of their tasks. */
const places = new Map<string, Place>();

/** Remembers where rows are before their tasks get another day. `from` is the dragged copy of a row. */
export function leavePlace(uids: readonly string[], from?: Element | null): void {
  for (const uid of uids) {
    const rows = [...document.querySelectorAll(`[data-task="${uid}"]`)];
    // A task may be in two panels: the row that was used is the one that moves.
    const row = from ?? rows.find((one) => one.matches(':hover, :focus-within')) ?? rows[0];
    if (!row) continue;
    const { left, top } = row.getBoundingClientRect();
    places.set(uid, { left, top, at: performance.now() });
  }
}

/** Animates a new row from where its task was before. */
export function slideIn(uid: string, row: HTMLElement | null | undefined): void {
  const place = places.get(uid);
  if (!place || !row) return;
  places.delete(uid);
  const isLate = performance.now() - place.at > WAIT;
  if (isLate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top } = row.getBoundingClientRect();
  const from = `translate(${place.left - left}px, ${place.top - top}px)`;
  const steps = [{ transform: from }, { transform: 'none' }];
  const slide = row.animate(steps, { duration: SLIDE, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
  // Above other rows meanwhile. Not part of the animation, which would leave the compositor then.
  row.style.zIndex = '10';
  const end = () => row.style.removeProperty('z-index');
  slide.addEventListener('finish', end);
  slide.addEventListener('cancel', end);
}
