import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../context.ts';
import { codeOf, messageOf } from '../failure.ts';
import { Bodies } from './bodies.ts';
import { createClients, type Client } from './client.ts';
import { CORS, preflight } from './cors.ts';
import { DATA_POLICY, SECURITY_HEADERS, withSecurity } from './headers.ts';
import { createHealth } from './health.ts';
import { listen } from './listen.ts';
import { reportUpgrade, watchAnswer, type Observer } from './observer.ts';
import { createHostCheck, type OwnNamesOptions } from './own-names.ts';
import { Places, type Most } from './places.ts';
import { refuse, REFUSALS, refuseSocket, type Refusal } from './refusals.ts';
import { pathOf, routeOf, type Route } from './routes.ts';
import { answerService, type Services } from './services.ts';
import { SlowReaders, type ReadingTime } from './slow-readers.ts';
import type { StaticFiles } from './static.ts';

export type GatewayOptions = OwnNamesOptions & {
  publishableKey: string;
  files: StaticFiles;
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustedProxies: readonly string[];
  /** Shown in /health. */
  version: string;
  log: Log;
  /** Is told of each request when it is over. */
  observe?: Observer;
  /** Milliseconds in which the head, and the whole, of a request have to arrive; time to read. */
  patience?: { head: number; request: number; reading: ReadingTime };
  /** What may be open at a time. */
  limits?: { connections: Most; requests: Most };
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
const LIMITS = { connections: { all: 4096, each: 512 }, requests: { all: 1024, each: 128 } };
// Once a page came by https, the browser is not to ask for it in the clear any more.
const HSTS = 'max-age=31536000';

const BROKEN: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: REFUSALS.slow,
  HPE_HEADER_OVERFLOW: REFUSALS.headersTooLarge,
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
  const faultOfHost = createHostCheck(options);
  const health = createHealth(options.version);
  const connections = new Places(limits.connections);
  const requests = new Places(limits.requests);
  const bodies = new Bodies();
  const slowReaders = new SlowReaders(patience.reading);
  /** Live channels: node forgets them when they are upgraded, but waits for their end. */
  const upgraded = new Set<Duplex>();

  const passOn = getRequestListener((request, { incoming }) =>
    answerService(services, routeOf(incoming.url ?? ''), request, clients.of(incoming), log),
  );

  async function serveFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    if (await files.answer(request, response, pathOf(request.url ?? ''))) return;
    refuse(request, response, REFUSALS.notFound);
  }

  async function serve(
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    client: Client,
  ) {
    if (route === 'malformed') return refuse(request, response, REFUSALS.malformed);
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
    if (route === 'api') request.url = `/functions/v1${request.url}`;
    return passOn(request, response);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const client = clients.of(request);
    const route = routeOf(request.url ?? '');
    if (observe) watchAnswer(request, response, { client, route, observe });
    if (client.secure) response.setHeader('strict-transport-security', HSTS);
    slowReaders.watch(response);
    const fault = requests.take(client.network, response)
      ? faultOfHost(request)
      : REFUSALS.unavailable;
    if (fault) {
      request.resume();
      return refuse(request, response, fault);
    }
    serve(route, request, response, client).catch((error: unknown) => {
      log('error', 'the gateway failed', { reason: messageOf(error) });
      if (response.headersSent) response.destroy();
      else refuse(request, response, REFUSALS.failed);
    });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const client = clients.of(request);
    const route = routeOf(request.url ?? '');
    const fault =
      faultOfHost(request) ??
      (route !== 'realtime' ? REFUSALS.notFound : undefined) ??
      (services?.isDatabaseUp() ? undefined : REFUSALS.unavailable);
    if (fault || !services) refuseSocket(socket, fault ?? REFUSALS.unavailable);
    else {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      services.realtime.upgrade(request, socket, head, { address: client.address });
    }
    if (observe) reportUpgrade(request, socket, { client, route, observe }, fault?.status);
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
    if (!connections.take(clients.networkOfPeer(socket.remoteAddress), socket)) socket.destroy();
  });
  server.on('upgrade', upgrade);
  server.on('clientError', (error, socket) => {
    refuseSocket(socket, BROKEN[codeOf(error) ?? ''] ?? REFUSALS.malformed);
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
