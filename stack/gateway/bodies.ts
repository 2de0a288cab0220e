import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteOf } from '../network.ts';
import { Places } from './places.ts';
import { refuse, REFUSALS, refuseSocket, type Refusal } from './refusals.ts';

/** Bytes of a request body. */
const BODY_LIMIT = 10 * 1024 * 1024;
// Up to here an oversized body is read and thrown away, so that its sender gets to read why.
const POLITE_LIMIT = 4 * BODY_LIMIT;
/** Bytes above which a body counts as large; few ever are. */
const LARGE = 256 * 1024;
/** How many there may be at a time. */
const MOST = { all: 12, each: 4 };
// Whoever sends more slowly than this, once it has begun, makes room when all places are taken.
const LEAST = { bytesPerSecond: 16_000, begunAfter: 1000 };

/** A large body on its way. */
type Arrival = {
  request: IncomingMessage;
  /** Closes when the place is free again. */
  place: EventEmitter;
  /** Milliseconds, and the bytes of the connection, when it began. */
  since: number;
  before: number;
};

/** What is wrong with the announced body, if anything. */
function faultOf({ headers }: IncomingMessage): Refusal | undefined {
  if (headers['transfer-encoding'] !== undefined) return REFUSALS.lengthRequired;
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT ? REFUSALS.tooLarge : undefined;
}

/** Bytes a second of a body that is not whole yet; Infinity for one that is, or has just begun. */
function paceOf({ request, since, before }: Arrival, now: number): number {
  const time = now - since;
  if (request.complete || time < LEAST.begunAfter) return Infinity;
  return ((request.socket.bytesRead - before) * 1000) / time;
}

/**
 * Bodies are held in memory until they are whole, so only some large ones are let in at a time.
 * Small ones never wait for them, nobody can take all the places, and nobody can hold one without
 * sending anything when somebody else would have use for it.
 */
export class Bodies {
  readonly #large = new Places(MOST);
  readonly #arrivals = new Set<Arrival>();

  /** False if the body was refused and answered; a large one keeps its place until the answer. */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    const bytes = Number(request.headers['content-length'] ?? 0);
    const fault = faultOf(request);
    if (!fault && (bytes <= LARGE || this.#hold(request, response, siteOf(address)))) return true;
    const isBearable = Number(request.headers['content-length'] ?? Infinity) <= POLITE_LIMIT;
    if (isBearable) request.resume();
    const headers: Record<string, string> = isBearable ? {} : { connection: 'close' };
    refuse(request, response, fault ?? REFUSALS.unavailable, headers);
    return false;
  }

  #hold(request: IncomingMessage, response: ServerResponse, site: string): boolean {
    const place = new EventEmitter();
    const isHeld =
      this.#large.take(site, place) || (this.#makeRoom() && this.#large.take(site, place));
    if (!isHeld) return false;
    const { bytesRead: before } = request.socket;
    const arrival = { request, place, since: performance.now(), before };
    this.#arrivals.add(arrival);
    response.once('close', () => this.#leave(arrival));
    return true;
  }

  #leave(arrival: Arrival): void {
    this.#arrivals.delete(arrival);
    arrival.place.emit('close');
  }

  /** Ends the body that comes most slowly, if one comes too slowly. */
  #makeRoom(): boolean {
    const now = performance.now();
    let [slowest, least]: [Arrival | undefined, number] = [undefined, LEAST.bytesPerSecond];
    for (const arrival of this.#arrivals) {
      const pace = paceOf(arrival, now);
      if (pace < least) [slowest, least] = [arrival, pace];
    }
    if (!slowest) return false;
    this.#leave(slowest);
    refuseSocket(slowest.request.socket, REFUSALS.slow);
    return true;
  }
}
