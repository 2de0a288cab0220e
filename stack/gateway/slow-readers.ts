import type { ServerResponse } from 'node:http';

/** How long a piece of an answer may wait to be read: milliseconds, and more for a larger one. */
export type ReadingTime = { base: number; bytesPerSecond: number };

/** Bytes of all answers together that may wait to be read; then the largest are ended. */
const MOST = 80 * 1024 * 1024;
/** Milliseconds between two checks, at most. */
const CHECK_INTERVAL = 1000;

type Stalled = { since: number; backlog: number; delivered: number };

/**
 * Ends connections whose client does not read its answer, which would stay in memory. Clients that read
 * slowly share a bound of their own.
 */
export class SlowReaders {
  readonly #time: ReadingTime;
  readonly #answering = new Map<ServerResponse, Stalled | undefined>();
  readonly #timer: NodeJS.Timeout;

  constructor(time: ReadingTime) {
    this.#time = time;
    this.#timer = setInterval(
      () => this.#check(performance.now()),
      Math.min(CHECK_INTERVAL, time.base / 6),
    ).unref();
  }

  /** Looks after a response until it closes. */
  watch(response: ServerResponse): void {
    this.#answering.set(response, undefined);
    response.once('close', () => this.#answering.delete(response));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(now: number): void {
    this.#endTheLargest();
    for (const [response, stalled] of this.#answering) {
      const backlog = response.writableLength;
      const delivered =
        (response.socket?.bytesWritten ?? 0) - (response.socket?.writableLength ?? 0);
      if (backlog === 0) this.#answering.set(response, undefined);
      else if (!stalled || delivered > stalled.delivered) {
        this.#answering.set(response, { since: now, backlog, delivered });
      } else if (now - stalled.since > this.#timeFor(stalled.backlog)) response.destroy();
    }
  }

  /** Ends answers until the rest is within the bound. New ones are spared until the next check. */
  #endTheLargest(): void {
    const waiting = [...this.#answering]
      .map(([response, stalled]) => ({ response, stalled, bytes: response.writableLength }))
      .toSorted((a, b) => b.bytes - a.bytes);
    let all = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { response, stalled, bytes } of waiting) {
      if (all <= MOST) return;
      if (!stalled) continue;
      response.destroy();
      all -= bytes;
    }
  }

  #timeFor(bytes: number): number {
    return this.#time.base + (bytes / this.#time.bytesPerSecond) * 1000;
  }
}
