/** What closes: a socket, a response. */
type Closing = { once(event: 'close', listener: () => void): unknown };

/** So many places for everybody, and so many of them for one network. */
export type Most = { all: number; each: number };

/** Counts what is held at a time, so that nobody takes all of it. */
export class Places {
  readonly #most: Most;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Takes a place until `holder` closes; false if there is none. Without a network it counts among
   * all only.
   */
  take(network: string | undefined, holder: Closing): boolean {
    const own = network === undefined ? 0 : (this.#byNetwork.get(network) ?? 0);
    if (this.#all >= this.#most.all || own >= this.#most.each) return false;
    this.#all += 1;
    if (network !== undefined) this.#byNetwork.set(network, own + 1);
    holder.once('close', () => this.#leave(network));
    return true;
  }

  #leave(network: string | undefined): void {
    this.#all -= 1;
    if (network === undefined) return;
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, left);
  }
}
