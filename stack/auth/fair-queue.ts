/**
 * A queue with a line for each party, whose turns come one after the other: a party that sends much
 * waits for itself. At most `max` wait together. When it is full, the last of the longest line makes
 * room for somebody of a shorter one.
 */
export class FairQueue<Item> {
  readonly #max: number;
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds to the end of a line. Answers whom there is no room for: another one, or the one that came. */
  add(party: string, item: Item): Item | undefined {
    const line = this.#lines.get(party) ?? [];
    const refused = this.#size < this.#max ? undefined : this.#makeRoom(line.length + 1);
    if (this.#size >= this.#max) return item;
    line.push(item);
    this.#lines.set(party, line);
    this.#size += 1;
    return refused;
  }

  #makeRoom(length: number): Item | undefined {
    let longest: Item[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= length) return undefined;
    this.#size -= 1;
    return longest.pop();
  }

  /** Takes out whose turn it is; undefined when nobody waits. */
  next(): Item | undefined {
    for (const [party, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(party);
      if (line.length > 0) this.#lines.set(party, line);
      if (item === undefined) continue;
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes out everybody. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return all;
  }
}
