import { beginAsProgram } from '../app-passwords.ts';
import { optionalSetting } from '../env.ts';
import { conflict, ServiceError } from '../errors.ts';
import { ownHosts, refuseOtherSites } from '../http/same-site.ts';
import { describeError, log } from '../log.ts';
import { Precondition, type Call } from './call.ts';
import { makeList, propfind, proppatch } from './collections.ts';
import { feedPassword, readFeed } from './feed.ts';
import { get, move, put, remove } from './object-requests.ts';
import { wantsMinimal } from './properties.ts';
import { report } from './reports.ts';
import { readState, resourceAt, type Account, type Resource } from './resources.ts';
import { document, tag } from './xml.ts';

const CAPABILITIES = '1, 3, access-control, calendar-access, addressbook, extended-mkcol';
const METHODS =
  'OPTIONS, GET, HEAD, PUT, DELETE, MOVE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL';

const HANDLERS: Record<string, (call: Call) => Promise<Response>> = {
  PROPFIND: propfind,
  REPORT: report,
  GET: get,
  HEAD: get,
  PUT: put,
  DELETE: remove,
  MOVE: move,
  MKCALENDAR: makeList,
  MKCOL: makeList,
  PROPPATCH: proppatch,
};

const MAKING = new Set(['PUT', 'MKCOL', 'MKCALENDAR']);

/** What a path names that something is to be made at. Throws 409 where nothing can be (RFC 4918, 9.3.1). */
function toBeMade(account: Account, path: string): Resource {
  try {
    return resourceAt(account, path);
  } catch (error) {
    const isOwn = path.split('/')[2] === encodeURIComponent(account.username);
    if (!isOwn || !(error instanceof ServiceError)) throw error;
    throw conflict('Nothing can be made here: lists beside the others, tasks in them as .ics');
  }
}

/** Platforms that pass no such method get it as POST with this header. */
const OVERRIDE = 'x-http-method-override';

async function answer(request: Request): Promise<Response> {
  const method =
    request.method === 'POST'
      ? (request.headers.get(OVERRIDE) ?? 'POST').toUpperCase()
      : request.method;
  if (method === 'OPTIONS') return new Response(null, { status: 200 });
  // A browser in which somebody has typed an app password sends it from other sites' pages, too.
  const hosts = ownHosts(request, optionalSetting('SITE_URL'));
  refuseOtherSites(request, { hosts, appOrigin: undefined });
  const { pathname } = new URL(request.url);
  const path = pathname.replace(/^\/functions\/v1(?=\/)/u, '').replace(/^\/dav(?=\/|$)/u, '');
  const feed = feedPassword(path);
  if (feed !== undefined) return readFeed(request, feed);
  const { account, state } = await beginAsProgram(request, 'dav', async (program, address) => {
    const { username, userId, client: db } = program;
    const found = await readState({ db }, address);
    const names = new Map(
      found.lists.flatMap(({ list, name }) => (name === null ? [] : [[list, name] as const])),
    );
    return { account: { username, userId, db, names }, state: found };
  });
  const handle = HANDLERS[method];
  if (!handle)
    throw new ServiceError(405, 'method_not_allowed', 'This method is not supported here', {
      allow: METHODS,
    });
  const resource = MAKING.has(method) ? toBeMade(account, path) : resourceAt(account, path);
  return handle({ account, request, state, resource });
}

/** CalDAV and CardDAV (RFC 4791, 6352, 6578): with an app password, as Basic. */
export async function handleDav(request: Request): Promise<Response> {
  let reply: Response;
  try {
    reply = await answer(request);
  } catch (error) {
    reply = refusal(error, `${request.method} dav`);
  }
  const headers = new Headers(reply.headers);
  if (reply.status === 207 && wantsMinimal(request))
    headers.set('preference-applied', 'return=minimal');
  headers.set('vary', 'prefer, brief');
  headers.set('dav', CAPABILITIES);
  headers.set('allow', METHODS);
  headers.set('cache-control', 'private, no-cache');
  headers.set('x-content-type-options', 'nosniff');
  return new Response(reply.body, { status: reply.status, headers });
}

function refusal(error: unknown, where: string): Response {
  const known = error instanceof ServiceError;
  if (!known) log('error', 'a request failed', { where, ...describeError(error) });
  const { status, message, headers } = known
    ? error
    : new ServiceError(500, 'internal', 'Something went wrong. Please try again.');
  const condition =
    error instanceof Precondition
      ? error.condition
      : status === 507
        ? tag('D:quota-not-exceeded')
        : '';
  // No two hyphens in a row stand in a comment.
  const said = message.replaceAll(/-(?=-)/gu, '- ');
  const body = document('D:error', `${condition}<!-- ${said} -->`);
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
  });
}
