import { useMemo, useSyncExternalStore } from 'react';

type Edit<Row> = (rows: readonly Row[]) => readonly Row[];

/**
 * Changes that the server has not answered yet. They lie over the cached rows, which stay what the
 * server said: taking one away is the rollback, and rows that arrive meanwhile are not lost by it.
 */
export class Pending<Row> {
  #edits: readonly Edit<Row>[] = [];
  readonly #listeners = new Set<() => void>();

  /** Shows a change at once; returns the way to take it away, when it is answered or has failed. */
  add(edit: Edit<Row>): () => void {
    this.#set([...this.#edits, edit]);
    return () => this.#set(this.#edits.filter((other) => other !== edit));
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly edits = () => this.#edits;

  #set(edits: readonly Edit<Row>[]): void {
    this.#edits = edits;
    for (const listener of this.#listeners) listener();
  }
}

/** The rows as they will be once the server has agreed to everything pending. */
export function usePending<Row>(pending: Pending<Row>, rows: readonly Row[]): readonly Row[] {
  const edits = useSyncExternalStore(pending.subscribe, pending.edits);
  return useMemo(() => edits.reduce((edited, edit) => edit(edited), rows), [edits, rows]);
}
