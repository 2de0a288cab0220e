import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes above which a body counts as large; few ever are. */
const LARGE = 256 * 1024;
/** How many there may be at a time: of everybody, and of one address. */
const MOST = { all: 12, each: 4 };

/**
 * Bodies are held in memory until they are whole, so only some large ones are let in at a time.
 * Small ones never wait for them, and nobody can take all the places.
 */
export class LargeBodies {
  #all = 0;
  #byAddress = new Map<string, number>();

  /** False when the caller has to come again later; otherwise the place is kept until the answer. */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (Number(request.headers['content-length'] ?? 0) <= LARGE) return true;
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#all >= MOST.all || own >= MOST.each) return false;
    this.#all += 1;
    this.#byAddress.set(address, own + 1);
    response.once('close', () => this.#leave(address));
    return true;
  }

  #leave(address: string): void {
    this.#all -= 1;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}
