import { useEffect, useState } from 'react';
import { nextPicture } from '../../lib/next-task.ts';

/** Rows that a list draws at once. */
const FIRST = 4;
/** Rows that follow with each picture. */
const SLICE = 8;

let turn = Promise.resolve();

/** Resolves after the picture in which it is the caller's turn. */
function nextTurn(): Promise<void> {
  turn = turn.then(nextPicture);
  return turn;
}

/**
 * How many rows of a list are drawn. A slow phone is busy for half a second with those of all panels
 * together, and only the first of them are seen: the others follow, slice by slice and one list
 * after the other. A list that has once drawn them all goes on doing so.
 */
export function useDrawnRows(total: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn === Infinity) return undefined;
    const stop = new AbortController();
    const drawMore = async () => {
      await nextTurn();
      if (!stop.signal.aborted) setDrawn(drawn + SLICE < total ? drawn + SLICE : Infinity);
    };
    void drawMore();
    return () => stop.abort();
  }, [drawn, total]);
  return Math.min(drawn, total);
}
