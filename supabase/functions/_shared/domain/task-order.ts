import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

type Ranked = { uid: string; rank: string | null };

/**
 * The ranks that put a task of a sorted list in another's place. Only the dragged task gets one,
 * between those of its new neighbours, so that everybody else stays where they are, in this list and
 * in all others; and tasks before it that were never dragged, which would else come behind it.
 * Empty: nothing changes.
 */
export function ranksToMove(
  tasks: readonly Ranked[],
  draggedUid: string,
  overUid: string,
): { uid: string; rank: string }[] {
  const from = tasks.findIndex(({ uid }) => uid === draggedUid);
  const to = tasks.findIndex(({ uid }) => uid === overUid);
  const dragged = tasks[from];
  if (!dragged || to === -1 || from === to) return [];
  const rest = tasks.toSpliced(from, 1);
  const before = rest.slice(0, to);
  const unranked = before.filter(({ rank }) => rank === null);
  const last = before.findLast(({ rank }) => rank !== null)?.rank ?? null;
  const next = rest[to]?.rank ?? null;
  if (unranked.length === 0) {
    return [{ uid: draggedUid, rank: between(last, next) }];
  }
  const ranks = generateNKeysBetween(last, null, unranked.length + 1);
  return [...unranked, dragged].map(({ uid }, at) => ({ uid, rank: ranks[at] ?? '' }));
}

/** Two that were dragged at once may have the same rank: the one dragged now comes right before. */
function between(last: string | null, next: string | null): string {
  return generateKeyBetween(last, last !== null && next !== null && last >= next ? null : next);
}
