import type { AuthService } from '../auth/auth.ts';
import type { EdgeService } from '../edge/edge.ts';
import type { RealtimeService } from '../realtime/realtime.ts';
import type { RestService } from '../rest/rest.ts';
import type { Log } from '../context.ts';
import { errorMessage } from '../errors.ts';
import type { Client } from './client.ts';
import { chooseEncoding, compress, isCompressible, SMALL } from './encoding.ts';
import { errorResponse, ERRORS } from './errors.ts';
import type { Route } from './routes.ts';

/** What stands behind the gateway. */
export type Services = {
  rest: RestService;
  auth: AuthService;
  realtime: RealtimeService;
  edge: EdgeService;
  /** Whether the database answers. */
  isDatabaseUp(): boolean;
};

/** Milliseconds within which a service has to begin its answer; longer than any of its own limits. */
const RESPONSE_LIMIT = 65_000;

async function withLimit(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(errorResponse(ERRORS.timeout)), RESPONSE_LIMIT);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function encoded(request: Request, response: Response): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const { status, headers } = response;
  if (!encoding || status === 204 || status === 304 || headers.has('content-encoding')) {
    return response;
  }
  if (request.method === 'HEAD' || !isCompressible(headers.get('content-type'))) return response;
  // It comes piece by piece: an export, which is never held whole.
  if (headers.has('transfer-encoding')) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const answer = new Headers(headers);
  answer.append('vary', 'accept-encoding');
  answer.delete('content-length');
  if (body.byteLength < SMALL) return new Response(body, { status, headers: answer });
  answer.set('content-encoding', encoding);
  return new Response(await compress(body, encoding, false), { status, headers: answer });
}

function dispatch(
  services: Services,
  route: Route,
  request: Request,
  client: Client,
): Promise<Response> {
  if (route === 'functions' || route === 'api' || route === 'dav')
    return services.edge.fetch(request, client);
  if (!services.isDatabaseUp()) return Promise.resolve(errorResponse(ERRORS.unavailable));
  if (route === 'rest') return services.rest.fetch(request);
  if (route === 'auth') return services.auth.fetch(request, client);
  return services.realtime.fetch(request);
}

/** Answers a request for one of the services; the caller gets an answer even if it throws. */
export async function answerService(
  services: Services | undefined,
  route: Route,
  request: Request,
  client: Client,
  log: Log,
): Promise<Response> {
  if (!services) return errorResponse(ERRORS.unavailable);
  try {
    const response = await withLimit(dispatch(services, route, request, client));
    return await encoded(request, response);
  } catch (error) {
    log('error', `${route} failed`, { reason: errorMessage(error) });
    return errorResponse(ERRORS.failed);
  }
}

export type Health = {
  status: 'ok' | 'starting' | 'unavailable';
  database: boolean;
  functions: boolean;
  version: string;
};

/** The health of the stack: `ok` when everything behind the gateway answers. */
export function createHealth(version: string): (services: Services | undefined) => Health {
  let hasBeenOk = false;
  return (services) => {
    const database = services?.isDatabaseUp() ?? false;
    const functions = services?.edge.isUp() ?? false;
    hasBeenOk ||= database && functions;
    const missing = hasBeenOk ? 'unavailable' : 'starting';
    return { status: database && functions ? 'ok' : missing, database, functions, version };
  };
}
