/** Who wants to know when something happens. */
export class Listeners<Told = void> {
  readonly #listeners = new Set<(told: Told) => void>();

  /** Returns the way to stop. */
  add(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  call(told: Told): void {
    for (const listener of this.#listeners) listener(told);
  }
}
