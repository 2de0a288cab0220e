import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Client } from './client.ts';
import { pathOf, type Route } from './routes.ts';

/** A finished request. */
export type Observed = {
  address: string;
  method: string;
  /** Without the query, in which keys and tokens may stand. */
  path: string;
  route: Route;
  /** 499 if the client left before there was an answer. */
  status: number;
  milliseconds: number;
};

export type Observer = (observed: Observed) => void;

type Watching = { client: Client; route: Route; observe: Observer };

/** Who asked for what, before anything further on changes the request. */
function describe({ method = '', url = '' }: IncomingMessage, { client, route }: Watching) {
  return { address: client.address, method, path: pathOf(url), route };
}

const CLIENT_LEFT = 499;

/** Reports a request when its connection is free again. */
export function watchAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  watching: Watching,
): void {
  const began = performance.now();
  const described = describe(request, watching);
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    watching.observe({ ...described, status, milliseconds: performance.now() - began });
  });
}

// Refused by the live channel itself.
const CHANNEL_REFUSED = 400;

/** Reports an upgrade that was just answered. */
export function reportUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  watching: Watching,
  refused: number | undefined,
): void {
  const status = refused ?? (socket.writableEnded ? CHANNEL_REFUSED : 101);
  watching.observe({ ...describe(request, watching), status, milliseconds: 0 });
}
