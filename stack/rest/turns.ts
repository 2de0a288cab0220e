/** No turn came in time. */
export class NoTurnError extends Error {}

type Line = { running: number; waiting: (() => void)[] };

/**
 * Lets at most `most` of each party run at a time: what a party asks beyond that waits for its own,
 * in the order in which it came, and nobody else's.
 */
export class Turns {
  readonly #most: number;
  readonly #patience: number;
  readonly #lines = new Map<string, Line>();

  /** `patience`: milliseconds that one waits at most. */
  constructor(most: number, patience: number) {
    this.#most = most;
    this.#patience = patience;
  }

  /** Resolves to the way to end the turn. Throws NoTurnError. */
  async take(party: string): Promise<() => void> {
    const line = this.#lines.get(party) ?? { running: 0, waiting: [] };
    this.#lines.set(party, line);
    if (line.running < this.#most) line.running += 1;
    else await this.#wait(line);
    return () => this.#end(party, line);
  }

  #wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new NoTurnError('No turn came in time'));
      }, this.#patience);
      waiting.push(begin);
    });
  }

  #end(party: string, line: Line): void {
    const next = line.waiting.shift();
    // The next one takes its place over.
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(party);
  }
}
