import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../context.ts';
import { errorCode, errorMessage } from '../errors.ts';
import { RequestBodies } from './bodies.ts';
import { createClients, type Client } from './client.ts';
import { CORS, DATA_POLICY, preflight, SECURITY_HEADERS, withSecurity } from './headers.ts';
import { listen } from './listen.ts';
import { reportUpgrade, watchAnswer, type Observer } from './observer.ts';
import { createHostCheck, type HostCheckOptions } from './host-check.ts';
import { ConcurrencyLimit, type Maximum } from './concurrency-limit.ts';
import { sendError, ERRORS, sendSocketError, type GatewayError } from './errors.ts';
import { pathOf, routeOf, type Route } from './routes.ts';
import { answerService, createHealth, type Services } from './services.ts';
import { SlowReaders, type ReadingTime } from './slow-readers.ts';
import type { StaticFiles } from './static.ts';

export type GatewayOptions = HostCheckOptions & {
  publishableKey: string;
  files: StaticFiles;
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustedProxies: readonly string[];
  /** Shown in /health. */
  version: string;
  log: Log;
  /** Called with each request when it is over. */
  observe?: Observer;
  /** Milliseconds in which the head, and the whole, of a request have to arrive; time to read. */
  patience?: { head: number; request: number; reading: ReadingTime };
  /** What may be open at a time. */
  limits?: { connections: Maximum; requests: Maximum };
};

export type Gateway = {
  /** Binds the port and answers 503 until `mount`. Resolves to the port. */
  listen(port: number): Promise<number>;
  mount(services: Services): void;
  /** How many live channels are open. */
  liveSockets(): number;
  /** Accepts no more requests; resolves when the running ones are answered, or after two seconds. */
  close(): Promise<void>;
};

const PATIENCE = {
  head: 10_000,
  request: 30_000,
  reading: { base: 30_000, bytesPerSecond: 16_000 },
};
// A browser holds six connections and a live channel; a team behind one address fits in.
const LIMITS = {
  connections: { total: 4096, perNetwork: 512 },
  requests: { total: 1024, perNetwork: 128 },
};
// Once a page came by https, the browser must no longer ask for it in the clear.
const HSTS = 'max-age=31536000';

const BROKEN: Record<string, GatewayError> = {
  ERR_HTTP_REQUEST_TIMEOUT: ERRORS.slow,
  HPE_HEADER_OVERFLOW: ERRORS.headersTooLarge,
};

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

/** The one port of the stack: routes, limits, security headers; everything else is its own 404. */
export function createGateway(options: GatewayOptions): Gateway {
  const { publishableKey, files, log, observe, patience = PATIENCE, limits = LIMITS } = options;
  let services: Services | undefined;
  const clients = createClients(options.trustedProxies);
  const checkHost = createHostCheck(options);
  const health = createHealth(options.version);
  const connections = new ConcurrencyLimit(limits.connections);
  const requests = new ConcurrencyLimit(limits.requests);
  const bodies = new RequestBodies();
  const slowReaders = new SlowReaders(patience.reading);
  /** Live channels: node forgets them when they are upgraded, but waits for their end. */
  const upgraded = new Set<Duplex>();

  const passOn = getRequestListener((request, { incoming }) =>
    answerService(services, routeOf(incoming.url ?? ''), request, clients.of(incoming), log),
  );

  async function serveFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    if (await files.answer(request, response, pathOf(request.url ?? ''))) return;
    // While it starts, the page may still be built.
    sendError(request, response, services ? ERRORS.notFound : ERRORS.unavailable);
  }

  async function serve(
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    client: Client,
  ) {
    if (route === 'malformed') return sendError(request, response, ERRORS.malformed);
    if (route === 'files') return serveFiles(request, response);
    if (route === 'health') {
      const state = health(services);
      return sendJson(request, response, state.status === 'ok' ? 200 : 503, state);
    }
    if (route === 'config') {
      return sendJson(request, response, 200, { supabaseUrl: '/', publishableKey });
    }
    if (!bodies.admit(request, response, client.address)) return;
    if (route === 'rest' || route === 'auth' || route === 'realtime') {
      if (request.method === 'OPTIONS') return preflight(request, response);
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    response.setHeader('content-security-policy', DATA_POLICY);
    // RFC 6764, 5: where programs look first.
    if (route === 'dav' && request.url?.startsWith('/.well-known/')) {
      request.resume();
      response.writeHead(301, { location: '/dav/' }).end();
      return;
    }
    if (route === 'api' || route === 'dav') request.url = `/functions/v1${request.url}`;
    return passOn(request, response);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const client = clients.of(request);
    const route = routeOf(request.url ?? '');
    if (observe) watchAnswer(request, response, { client, route, observe });
    if (client.secure) response.setHeader('strict-transport-security', HSTS);
    slowReaders.watch(response);
    const rejection = requests.acquire(client.network, response)
      ? checkHost(request)
      : ERRORS.unavailable;
    if (rejection) {
      request.resume();
      return sendError(request, response, rejection);
    }
    serve(route, request, response, client).catch((error: unknown) => {
      log('error', 'the gateway failed', { reason: errorMessage(error) });
      if (response.headersSent) response.destroy();
      else sendError(request, response, ERRORS.failed);
    });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const client = clients.of(request);
    const route = routeOf(request.url ?? '');
    const error =
      checkHost(request) ??
      (route !== 'realtime' ? ERRORS.notFound : undefined) ??
      (services?.isDatabaseUp() ? undefined : ERRORS.unavailable);
    if (error || !services) sendSocketError(socket, error ?? ERRORS.unavailable);
    else {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      services.realtime.upgrade(request, socket, head, { address: client.address });
    }
    if (observe) reportUpgrade(request, socket, { client, route, observe }, error?.status);
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
  server.on('connection', (socket) => {
    if (!connections.acquire(clients.networkOfPeer(socket.remoteAddress), socket)) socket.destroy();
  });
  server.on('upgrade', upgrade);
  server.on('clientError', (error, socket) => {
    sendSocketError(socket, BROKEN[errorCode(error) ?? ''] ?? ERRORS.malformed);
  });

  return {
    listen: (port) => listen(server, port, options.host),
    mount(mounted) {
      services = mounted;
    },
    liveSockets: () => upgraded.size,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      slowReaders.close();
      server.closeIdleConnections();
      for (const socket of upgraded) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), 2000);
      await closed;
      clearTimeout(timer);
    },
  };
}
