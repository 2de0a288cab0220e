import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../context.ts';
import { codeOf, messageOf, StackFailure } from '../failure.ts';
import { DATA_POLICY, SECURITY_HEADERS, withSecurity } from './headers.ts';
import { LargeBodies } from './large-bodies.ts';
import { refuse, REFUSALS, refuseSocket, type Refusal } from './refusals.ts';
import { pathOf, routeOf, type Route } from './routes.ts';
import { answerService, type Services } from './services.ts';
import type { StaticFiles } from './static.ts';

export type GatewayOptions = {
  publishableKey: string;
  files: StaticFiles;
  /** Believe the last X-Forwarded-For entry of callers on this machine. */
  trustProxy: boolean;
  log: Log;
  /** Milliseconds in which the head, and the whole, of a request have to arrive. */
  patience?: { head: number; request: number };
};

export type Gateway = {
  /** Binds the port and answers 503 until `mount`. Resolves to the port. */
  listen(port: number, host: string): Promise<number>;
  mount(services: Services): void;
  /** Accepts no more requests; resolves when the running ones are answered, or after two seconds. */
  close(): Promise<void>;
};

/** Bytes of a request body. */
const BODY_LIMIT = 10 * 1024 * 1024;
// Up to here an oversized body is read and thrown away, so that its sender gets to read why.
const POLITE_LIMIT = 4 * BODY_LIMIT;
const PATIENCE = { head: 10_000, request: 30_000 };
// Once a page came by https, the browser is not to ask for it in the clear any more.
const HSTS = 'max-age=31536000';

const BROKEN: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: REFUSALS.slow,
  HPE_HEADER_OVERFLOW: REFUSALS.headersTooLarge,
};

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'content-encoding, content-location, content-range, content-type, date, location, link, ' +
    'preference-applied, range-unit, retry-after, server, x-supabase-api-version, x-total-count',
} as const;

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const wanted = request.headers['access-control-request-headers'];
  response.writeHead(
    204,
    withSecurity({
      ...CORS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': wanted ?? '',
      'access-control-max-age': '86400',
      vary: 'access-control-request-headers',
    }),
  );
  response.end();
}

/** What is wrong with the announced body, if anything. */
function faultOfBody({ headers }: IncomingMessage): Refusal | undefined {
  if (headers['transfer-encoding'] !== undefined) return REFUSALS.lengthRequired;
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT ? REFUSALS.tooLarge : undefined;
}

function refuseBody(request: IncomingMessage, response: ServerResponse, fault: Refusal): void {
  const isBearable = Number(request.headers['content-length'] ?? Infinity) <= POLITE_LIMIT;
  if (isBearable) request.resume();
  refuse(request, response, fault, isBearable ? {} : { connection: 'close' });
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
): void {
  const body = JSON.stringify(value);
  response.writeHead(
    status,
    withSecurity({
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    }),
  );
  response.end(request.method === 'HEAD' ? undefined : body);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** The one port of the stack: routes, limits, security headers; everything else is its own 404. */
export function createGateway(options: GatewayOptions): Gateway {
  const { publishableKey, files, trustProxy, log, patience = PATIENCE } = options;
  let services: Services | undefined;
  const largeBodies = new LargeBodies();
  /** Live channels: node forgets them when they are upgraded, but waits for their end. */
  const upgraded = new Set<Duplex>();

  const peerOf = ({ socket }: Pick<IncomingMessage, 'socket'>) =>
    (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

  function cameByHttps(request: IncomingMessage): boolean {
    const isProxied = trustProxy && isLoopback(peerOf(request));
    return isProxied && request.headers['x-forwarded-proto'] === 'https';
  }

  function addressOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const address = peerOf(request);
    if (!trustProxy || !isLoopback(address)) return address;
    // A proxy appends the address it saw; what stands before that was the client's to choose.
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    return forwarded.at(-1)?.trim() || address;
  }

  const passOn = getRequestListener((request, { incoming }) => {
    const address = addressOf(incoming);
    return answerService(services, routeOf(incoming.url ?? ''), request, address, log);
  });

  function health(request: IncomingMessage, response: ServerResponse): void {
    const database = services?.isDatabaseUp() ?? false;
    const functions = services?.edge.isUp() ?? false;
    const status = database ? 'ok' : services ? 'unavailable' : 'starting';
    sendJson(request, response, database ? 200 : 503, { status, database, functions });
  }

  async function serveFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    if (await files.answer(request, response, pathOf(request.url ?? ''))) return;
    refuse(request, response, REFUSALS.notFound);
  }

  async function serve(route: Route, request: IncomingMessage, response: ServerResponse) {
    if (route === 'malformed') return refuse(request, response, REFUSALS.malformed);
    if (route === 'files') return serveFiles(request, response);
    if (route === 'health') return health(request, response);
    if (route === 'config') {
      return sendJson(request, response, 200, { supabaseUrl: '/', publishableKey });
    }
    const fault = faultOfBody(request);
    if (fault) return refuseBody(request, response, fault);
    if (!largeBodies.admit(request, response, addressOf(request))) {
      return refuseBody(request, response, REFUSALS.unavailable);
    }
    if (route === 'rest' || route === 'auth' || route === 'realtime') {
      if (request.method === 'OPTIONS') return preflight(request, response);
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    response.setHeader('content-security-policy', DATA_POLICY);
    if (route === 'api') request.url = `/functions/v1${request.url}`;
    return passOn(request, response);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (cameByHttps(request)) response.setHeader('strict-transport-security', HSTS);
    serve(routeOf(request.url ?? ''), request, response).catch((error: unknown) => {
      log('error', 'the gateway failed', { reason: messageOf(error) });
      if (response.headersSent) response.destroy();
      else refuse(request, response, REFUSALS.failed);
    });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (routeOf(request.url ?? '') !== 'realtime') refuseSocket(socket, REFUSALS.notFound);
    else if (!services?.isDatabaseUp()) refuseSocket(socket, REFUSALS.unavailable);
    else {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      services.realtime.upgrade(request, socket, head, { address: addressOf(request) });
    }
  }

  const server = createServer(
    {
      headersTimeout: patience.head,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.head / 2,
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    answer,
  );
  server.on('upgrade', upgrade);
  server.on('clientError', (error, socket) => {
    refuseSocket(socket, BROKEN[codeOf(error) ?? ''] ?? REFUSALS.malformed);
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(describeListenError(error, port, host)));
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    mount(mounted) {
      services = mounted;
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      for (const socket of upgraded) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), 2000);
      await closed;
      clearTimeout(timer);
    },
  };
}

function describeListenError(error: Error, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop what runs there or set PORT`,
    EACCES: `port ${port} needs more rights: set PORT to one above 1023`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is unknown`,
  };
  const reason = reasons[codeOf(error) ?? ''];
  return reason ? new StackFailure(reason, { cause: error }) : error;
}
