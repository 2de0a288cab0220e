/** What closes: a socket, a response. */
type Closing = { once(event: 'close', listener: () => void): unknown };

export type Maximum = { total: number; perNetwork: number };

/** Limits how many connections, requests or bodies are open at a time, in total and per network. */
export class ConcurrencyLimit {
  readonly #maximum: Maximum;
  readonly #byNetwork = new Map<string, number>();
  #total = 0;

  constructor(maximum: Maximum) {
    this.#maximum = maximum;
  }

  /**
   * Counts `holder` until it closes; false if the maximum is reached. Without a network it counts in
   * the total only.
   */
  acquire(network: string | undefined, holder: Closing): boolean {
    const own = network === undefined ? 0 : (this.#byNetwork.get(network) ?? 0);
    if (this.#total >= this.#maximum.total || own >= this.#maximum.perNetwork) return false;
    this.#total += 1;
    if (network !== undefined) this.#byNetwork.set(network, own + 1);
    holder.once('close', () => this.#release(network));
    return true;
  }

  #release(network: string | undefined): void {
    this.#total -= 1;
    if (network === undefined) return;
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, left);
  }
}
