import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '../network.ts';
import { Places } from './places.ts';
import { refuse, REFUSALS, type Refusal } from './refusals.ts';

/** Bytes of a request body. */
const BODY_LIMIT = 10 * 1024 * 1024;
// Up to here an oversized body is read and thrown away, so that its sender gets to read why.
const POLITE_LIMIT = 4 * BODY_LIMIT;
/** Bytes above which a body counts as large; few ever are. */
const LARGE = 256 * 1024;
/** How many there may be at a time. */
const MOST = { all: 12, each: 4 };

/** What is wrong with the announced body, if anything. */
function faultOf({ headers }: IncomingMessage): Refusal | undefined {
  if (headers['transfer-encoding'] !== undefined) return REFUSALS.lengthRequired;
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT ? REFUSALS.tooLarge : undefined;
}

/**
 * Bodies are held in memory until they are whole, so only some large ones are let in at a time.
 * Small ones never wait for them, and nobody can take all the places.
 */
export class Bodies {
  readonly #large = new Places(MOST);

  /** False if the body was refused and answered; a large one keeps its place until the answer. */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    const bytes = Number(request.headers['content-length'] ?? 0);
    const fault = faultOf(request);
    if (!fault && (bytes <= LARGE || this.#large.take(networkOf(address), response))) return true;
    const isBearable = Number(request.headers['content-length'] ?? Infinity) <= POLITE_LIMIT;
    if (isBearable) request.resume();
    const headers: Record<string, string> = isBearable ? {} : { connection: 'close' };
    refuse(request, response, fault ?? REFUSALS.unavailable, headers);
    return false;
  }
}
