import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteOf } from '../network.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { sendError, ERRORS, sendSocketError, type GatewayError } from './errors.ts';

/** Bytes of a request body. */
const BODY_LIMIT = 10 * 1024 * 1024;
// Up to here an oversized body is read and discarded, so that its sender receives the answer.
const DRAIN_LIMIT = 4 * BODY_LIMIT;
/** Bytes above which a body counts as large; few ever are. */
const LARGE_BODY = 256 * 1024;
/** How many of them may be open at a time. */
const MAX_LARGE_BODIES = { total: 12, perNetwork: 4 };
// When the maximum is reached, a body that arrives more slowly than this is ended for a new one.
const MIN_SPEED = { bytesPerSecond: 16_000, afterMs: 1000 };

/** A large body on its way. */
type Upload = {
  request: IncomingMessage;
  /** Closes when the slot is free again. */
  slot: EventEmitter;
  /** Milliseconds, and the bytes of the connection, when it began. */
  since: number;
  before: number;
};

/** What is wrong with the announced body, if anything. */
function announcementError({ headers }: IncomingMessage): GatewayError | undefined {
  if (headers['transfer-encoding'] !== undefined) return ERRORS.lengthRequired;
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT ? ERRORS.tooLarge : undefined;
}

/** Bytes a second of a body on its way; Infinity for one that is complete, or has just begun. */
function speedOf({ request, since, before }: Upload, now: number): number {
  const time = now - since;
  if (request.complete || time < MIN_SPEED.afterMs) return Infinity;
  return ((request.socket.bytesRead - before) * 1000) / time;
}

/**
 * Bodies are held in memory until they are complete, so the number of large ones at a time is limited,
 * in total and per site. Small ones never wait for them, and a large one that arrives too slowly is
 * ended when another needs its slot.
 */
export class RequestBodies {
  readonly #large = new ConcurrencyLimit(MAX_LARGE_BODIES);
  readonly #uploads = new Set<Upload>();

  /** False if the body was refused and answered; a large one keeps its slot until the answer. */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    const bytes = Number(request.headers['content-length'] ?? 0);
    const error = announcementError(request);
    if (!error && (bytes <= LARGE_BODY || this.#reserve(request, response, siteOf(address))))
      return true;
    const isBearable = Number(request.headers['content-length'] ?? Infinity) <= DRAIN_LIMIT;
    if (isBearable) request.resume();
    const headers: Record<string, string> = isBearable ? {} : { connection: 'close' };
    sendError(request, response, error ?? ERRORS.unavailable, headers);
    return false;
  }

  #reserve(request: IncomingMessage, response: ServerResponse, site: string): boolean {
    const slot = new EventEmitter();
    const isReserved =
      this.#large.acquire(site, slot) || (this.#makeRoom() && this.#large.acquire(site, slot));
    if (!isReserved) return false;
    const { bytesRead: before } = request.socket;
    const upload = { request, slot, since: performance.now(), before };
    this.#uploads.add(upload);
    response.once('close', () => this.#release(upload));
    return true;
  }

  #release(upload: Upload): void {
    this.#uploads.delete(upload);
    upload.slot.emit('close');
  }

  /** Ends the body that arrives most slowly, if one arrives too slowly. */
  #makeRoom(): boolean {
    const now = performance.now();
    let [slowest, least]: [Upload | undefined, number] = [undefined, MIN_SPEED.bytesPerSecond];
    for (const upload of this.#uploads) {
      const speed = speedOf(upload, now);
      if (speed < least) [slowest, least] = [upload, speed];
    }
    if (!slowest) return false;
    this.#release(slowest);
    sendSocketError(slowest.request.socket, ERRORS.slow);
    return true;
  }
}
