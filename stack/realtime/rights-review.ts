import { DatabaseUnavailable } from './authorisation.ts';

/**
 * Decides when the rights of a channel are asked for again: after what was delivered to it, at most
 * once in `pauseMs`. A right that was withdrawn is then lost with the message that tells of it, or
 * soon after, instead of living on until the token changes. A silent channel costs nothing, and has
 * nothing to keep from anybody.
 */
export class RightsReview {
  #pauseMs: number;
  #review: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #lastAt = -Infinity;
  #stopped = false;

  /** `review` asks for the rights again; it may throw DatabaseUnavailable. */
  constructor(pauseMs: number, review: () => Promise<void>) {
    this.#pauseMs = pauseMs;
    this.#review = review;
  }

  /** Something was delivered. */
  delivered(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    const wait = Math.max(0, this.#lastAt + this.#pauseMs - performance.now());
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    this.#lastAt = performance.now();
    try {
      await this.#review();
      this.#timer = undefined;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // It says nothing about the rights; without a database nothing is delivered either.
      this.#timer = undefined;
      this.delivered();
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
