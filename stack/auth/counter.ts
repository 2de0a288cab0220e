import { LRUCache } from 'lru-cache';

/** At most `max` within `seconds` of the first. */
export type RateLimit = { attempts: number; seconds: number };

// A key and its count take some 200 bytes.
const MAX_KEYS = 50_000;

type Window = { count: number; endsAt: number };

/**
 * Counts by key in memory. Only the most recently used keys are kept, however many there are. Uses the
 * process's monotonic time, so that setting the clock changes nothing.
 */
export class Counter {
  readonly #limit: RateLimit;
  // Bounded by size: a bound by `max` takes 1.2 MB for its empty places.
  readonly #windows = new LRUCache<string, Window>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  });

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  #open(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  }

  /** Counts one and answers 0, or counts nothing and answers the seconds to wait. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait > 0) return wait;
    const open = this.#open(key);
    if (open) open.count += 1;
    else {
      const endsAt = performance.now() + this.#limit.seconds * 1000;
      this.#windows.set(key, { count: 1, endsAt });
    }
    return 0;
  }

  /** Seconds until the next one may come; 0 if it may now. */
  wait(key: string): number {
    const open = this.#open(key);
    if (!open || open.count < this.#limit.attempts) return 0;
    return (open.endsAt - performance.now()) / 1000;
  }

  /** Takes back the last count. */
  refund(key: string): void {
    const open = this.#open(key);
    if (open && open.count > 1) open.count -= 1;
    else this.forget(key);
  }

  /** Resets all counts. */
  forget(key: string): void {
    this.#windows.delete(key);
  }
}
