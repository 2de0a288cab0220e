/**
 * A queue with a line for each party, served round robin, so that a party that sends much delays only
 * itself. At most `max` entries wait in total. When it is full, the last of the longest line makes room
 * for an entry of a shorter one.
 */
export class FairQueue<Item> {
  readonly #max: number;
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds to the end of a line. Returns the entry that there is no room for: another one, or this one. */
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

  /** Removes and returns the next entry; undefined when the queue is empty. */
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

  /** Removes and returns all entries. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return all;
  }
}
