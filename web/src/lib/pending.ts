import { useMemo, useSyncExternalStore } from 'react';
import { Store } from './store.ts';

type Edit<Row> = (rows: readonly Row[]) => readonly Row[];

/**
 * Changes that the server has not answered yet. They lie over the cached rows, which stay what the
 * server said: taking one away is the rollback, and rows that arrive meanwhile are not lost by it.
 */
export class Pending<Row> {
  readonly #edits = new Store<readonly Edit<Row>[]>([]);
  readonly subscribe = this.#edits.subscribe;
  readonly edits = this.#edits.get;

  /** Shows a change at once; returns the way to take it away, when it is answered or has failed. */
  add(edit: Edit<Row>): () => void {
    this.#edits.set([...this.#edits.get(), edit]);
    return () => this.#edits.set(this.#edits.get().filter((other) => other !== edit));
  }
}

/** The rows as they will be once the server has agreed to everything pending. */
export function usePending<Row>(pending: Pending<Row>, rows: readonly Row[]): readonly Row[] {
  const edits = useSyncExternalStore(pending.subscribe, pending.edits);
  return useMemo(() => edits.reduce((edited, edit) => edit(edited), rows), [edits, rows]);
}
