import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

type Ranked = { uid: string; rank: string | null };

/** A task's new rank. */
export type Move = {
  uid: string;
  rank: string;
  /** False: only so that it keeps its place. It is not for who drags it elsewhere at that time. */
  isDragged: boolean;
};

/**
 * The ranks that put a task of a sorted list in another's place. Only the dragged task gets one,
 * between those of its new neighbours, so that everybody else stays where they are, in this list and
 * in all others; and tasks before it that were never dragged, which would else come behind it. Those
 * get the same on every device, whatever is dragged there: two drags at once both prevail.
 * Empty: nothing changes.
 */
export function ranksToMove(tasks: readonly Ranked[], draggedUid: string, overUid: string): Move[] {
  const from = tasks.findIndex(({ uid }) => uid === draggedUid);
  const to = tasks.findIndex(({ uid }) => uid === overUid);
  if (from === -1 || to === -1 || from === to) return [];
  const ranks = givenRanks(tasks, Math.max(from, to) + 2);
  const rest = tasks.toSpliced(from, 1);
  const before = rest.slice(0, to);
  const rankOf = (task: Ranked | undefined) => (task && ranks.get(task.uid)) ?? null;
  const dragged = between(rankOf(before.at(-1)), rankOf(rest[to]));
  return [
    ...before.flatMap(({ uid, rank }) =>
      rank === null ? [{ uid, rank: ranks.get(uid) ?? '', isDragged: false }] : [],
    ),
    { uid: draggedUid, rank: dragged, isDragged: true },
  ];
}

/** The ranks of the first so many tasks, with those that the ones never dragged would get. */
function givenRanks(tasks: readonly Ranked[], count: number): Map<string, string> {
  const last = tasks.findLast(({ rank }) => rank !== null)?.rank ?? null;
  const first = tasks.slice(0, count);
  const unranked = first.filter(({ rank }) => rank === null);
  const given = generateNKeysBetween(last, null, unranked.length);
  const ranks = new Map(unranked.map(({ uid }, at) => [uid, given[at] ?? '']));
  for (const { uid, rank } of first) if (rank !== null) ranks.set(uid, rank);
  return ranks;
}

/** Two that were dragged at once may have the same rank: the one dragged now comes right before. */
function between(last: string | null, next: string | null): string {
  return generateKeyBetween(last, last !== null && next !== null && last >= next ? null : next);
}
