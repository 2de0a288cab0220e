import * as z from 'zod/mini';
import { programSession } from '../app-passwords.ts';
import { isReservedName } from '../domain/category.ts';
import { newUid } from '../domain/uid.ts';
import { badRequest, forbidden, fromDatabase, notFound, ServiceError } from '../errors.ts';
import { describeError, log } from '../log.ts';
import { optionalSetting } from '../env.ts';
import { readText } from '../http/body.ts';
import { ownHosts, refuseOtherSites } from '../http/same-site.ts';
import { cardOf, readCard } from './contact-object.ts';
import { feedPassword, readFeed } from './feed.ts';
import { calendarFilter, cardFilter } from './filters.ts';
import { Malformed } from './lines.ts';
import {
  fingerprint,
  objectProperties,
  parseToken,
  printToken,
  propertiesOf,
  response,
  statusResponse,
  tokenOf,
  wantedOf,
  type Wanted,
} from './properties.ts';
import {
  BASE,
  etagOf,
  kindOf,
  listNames,
  listOf,
  nearestColor,
  pathTo,
  readItems,
  readState,
  resourceAt,
  taskLists,
  textOf,
  type Account,
  type Item,
  type Resource,
  type State,
} from './resources.ts';
import { readTodo, todoOf } from './task-object.ts';
import { childOf, document, href, parseBody, tag, type Element } from './xml.ts';

/** Bytes of a request's XML, and of an object. */
const MAX_XML = 1_000_000;
const MAX_OBJECT = 1_000_000;
/** Objects that one multiget may name. */
const MAX_NAMED = 5_000;

const CAPABILITIES = '1, 3, access-control, calendar-access, addressbook, extended-mkcol';
const METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL';

/** 403 or 409 with the condition that does not hold, as DAV names it (RFC 4918, 16). */
class Precondition extends ServiceError {
  /** As XML. */
  readonly condition: string;

  constructor(status: number, condition: string, message: string, inner = '') {
    super(status, 'precondition', message);
    this.condition = tag(condition, inner);
  }
}

type Call = { account: Account; request: Request; state: State; resource: Resource };

const xml = (status: number, body: string): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/xml; charset=utf-8' } });
const multistatus = (...inner: string[]): Response =>
  xml(207, document('D:multistatus', inner.join('')));

const readXml = async (request: Request): Promise<Element | null> =>
  parseBody(await readText(request, MAX_XML));

type Collection = Exclude<Resource, { type: 'object' }>;

function collection({ account, state }: Call, resource: Collection, wanted: Wanted): string {
  const list = resource.type === 'list' ? listOf(state, resource.list) : undefined;
  return response(pathTo(account, resource), propertiesOf(account, state, resource, list), wanted);
}

const named = (account: Account, list: string, name: string) =>
  pathTo(account, { type: 'object', list, name });

async function propfind(call: Call): Promise<Response> {
  const { account, request, state, resource } = call;
  const wanted = wantedOf(await readXml(request));
  const depth = request.headers.get('depth') ?? 'infinity';
  if (depth === 'infinity')
    throw new Precondition(403, 'D:propfind-finite-depth', 'Ask for one level at a time');
  const isDeep = depth === '1';
  if (resource.type === 'object') {
    const [item] = await readItems(account, state, resource.list, [resource.name]);
    if (!item) throw notFound();
    const { list, name } = resource;
    const found = objectProperties(account, list, item);
    return multistatus(response(named(account, list, name), found, wanted));
  }
  const answers = [collection(call, resource, wanted)];
  if (isDeep && resource.type === 'root')
    answers.push(collection(call, { type: 'principal' }, wanted));
  if (isDeep && resource.type === 'calendars')
    for (const { list } of taskLists(state))
      answers.push(collection(call, { type: 'list', list }, wanted));
  if (isDeep && resource.type === 'addressbooks')
    answers.push(collection(call, { type: 'list', list: 'contacts' }, wanted));
  if (isDeep && resource.type === 'list') {
    const { list } = resource;
    for (const one of await listNames(account, list))
      answers.push(
        response(named(account, list, one.name), objectProperties(account, list, one), wanted),
      );
  }
  return multistatus(...answers);
}

/** Answers with the objects of these names; 404 for those that are not there. */
async function objects(
  { account, state }: Call,
  list: string,
  names: readonly string[],
  wanted: Wanted,
): Promise<string[]> {
  const items = new Map(
    (await readItems(account, state, list, names)).map((item) => [item.name, item]),
  );
  return names.map((name) => {
    const item = items.get(name);
    const path = named(account, list, name);
    if (!item) return statusResponse(path, '404 Not Found');
    return response(path, objectProperties(account, list, item), wanted);
  });
}

function multigetNames({ account }: Call, list: string, body: Element): (string | null)[] {
  const paths = body.children
    .filter(({ name }) => name === 'D:href')
    .map(({ text }) => text.trim());
  if (paths.length > MAX_NAMED) throw badRequest(`At most ${MAX_NAMED} objects at a time`);
  return paths.map((path) => {
    const { pathname } = new URL(path, 'http://almanac');
    const inner = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : pathname;
    try {
      const resource = resourceAt(account, inner);
      return resource.type === 'object' && resource.list === list ? resource.name : null;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return null;
      throw error;
    }
  });
}

async function report(call: Call): Promise<Response> {
  const { request, resource } = call;
  const body = await readXml(request);
  if (!body) throw badRequest('A report has a body', 'invalid_xml');
  if (resource.type !== 'list') throw unsupportedReport();
  const { list } = resource;
  listOf(call.state, list);
  const prefix = list === 'contacts' ? 'R:addressbook' : 'C:calendar';
  if (body.name === 'D:sync-collection') return sync(call, list, body);
  if (body.name === `${prefix}-multiget`) {
    const names = multigetNames(call, list, body);
    const paths = body.children.filter(({ name }) => name === 'D:href');
    const missing = paths.flatMap(({ text }, at) =>
      names[at] === null ? [statusResponse(text.trim(), '404 Not Found')] : [],
    );
    const there = names.filter((name) => name !== null);
    return multistatus(...(await objects(call, list, there, wantedOf(body))), ...missing);
  }
  if (body.name === `${prefix}-query`) return query(call, list, body);
  throw unsupportedReport();
}

const unsupportedReport = () =>
  new Precondition(403, 'D:supported-report', 'This report is not known here');

async function query({ account, state }: Call, list: string, body: Element): Promise<Response> {
  const wanted = wantedOf(body);
  const matches =
    list === 'contacts'
      ? cardFilter(childOf(body, 'R:filter'))
      : calendarFilter(childOf(body, 'C:filter'));
  const limit = Number(childOf(childOf(body, 'R:limit'), 'R:nresults')?.text ?? Infinity);
  const names = (await listNames(account, list)).map(({ name }) => name);
  const found: Item[] = (await readItems(account, state, list, names)).filter(({ text }) =>
    matches(text),
  );
  const shown = found.slice(0, limit > 0 ? limit : 0);
  const answers = shown.map((item) =>
    response(named(account, list, item.name), objectProperties(account, list, item), wanted),
  );
  if (shown.length < found.length)
    answers.push(
      statusResponse(pathTo(account, { type: 'list', list }), '507 Insufficient Storage'),
    );
  return multistatus(...answers);
}

/** RFC 6578: what is new since a token, which names a revision. */
async function sync(call: Call, list: string, body: Element): Promise<Response> {
  const { account, state } = call;
  const wanted = wantedOf(body);
  const given = childOf(body, 'D:sync-token')?.text.trim() ?? '';
  const asked = Number(childOf(childOf(body, 'D:limit'), 'D:nresults')?.text ?? Infinity);
  const limit = asked >= 1 ? Math.min(asked, MAX_NAMED) : MAX_NAMED;
  const now = tokenOf(state);
  const since = given === '' ? { ...now, rev: 0, after: '' } : parseToken(given);
  const isOld =
    since === null ||
    (given !== '' &&
      (since.history !== state.history ||
        since.rev < state.purged_rev ||
        since.rev > state.rev ||
        (list === 'none' && since.lists !== fingerprint(state))));
  if (isOld)
    throw new Precondition(403, 'D:valid-sync-token', 'The token is too old: begin afresh');
  // Most of what phones ask, all day long.
  if (since.rev === state.rev && since.after === '')
    return multistatus(tag('D:sync-token', printToken(now)));

  const { data, error } = await account.db.rpc('dav_changes', {
    kind: kindOf(list),
    list,
    // A token without a name has seen all of its revision.
    since: since.after === '' ? since.rev + 1 : since.rev,
    after: since.after,
    most: limit + 1,
  });
  if (error) throw fromDatabase(error);
  const changes = data as { name: string; rev: number; gone: boolean }[];
  const told = changes.slice(0, limit);
  const last = told.at(-1);
  const isPart = changes.length > limit && last !== undefined;
  const next = isPart ? { ...now, rev: last.rev, after: last.name } : now;

  // A first reading has nothing to forget.
  const gone = given === '' ? [] : told.filter((one) => one.gone);
  const there = told.filter((one) => !one.gone);
  const wantsText = wanted.names?.some((name) => name.endsWith('-data')) ?? false;
  const answers = wantsText
    ? await objects(
        call,
        list,
        there.map(({ name }) => name),
        wanted,
      )
    : there.map((one) =>
        response(named(account, list, one.name), objectProperties(account, list, one), wanted),
      );
  for (const { name } of gone)
    answers.push(statusResponse(named(account, list, name), '404 Not Found'));
  if (isPart)
    answers.push(
      statusResponse(pathTo(account, { type: 'list', list }), '507 Insufficient Storage'),
    );
  return multistatus(...answers, tag('D:sync-token', printToken(next)));
}

async function get({ account, request, state, resource }: Call): Promise<Response> {
  if (resource.type !== 'object') {
    return new Response('Almanac: set this address up in a program for calendars or contacts.\n', {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const [item] = await readItems(account, state, resource.list, [resource.name]);
  if (!item) throw notFound();
  const headers = {
    etag: item.etag,
    'content-type':
      resource.list === 'contacts' ? 'text/vcard; charset=utf-8' : 'text/calendar; charset=utf-8',
  };
  if (request.headers.get('if-none-match') === item.etag)
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : item.text, { headers });
}

/** The revision that If-Match names, or `*`; what is no ETag of ours is that of no revision. */
function ifMatch(request: Request): string | null {
  const given = request.headers.get('if-match');
  if (given === null) return null;
  if (given.trim() === '*') return '*';
  return /^\s*"(\d{1,18})"/u.exec(given)?.[1] ?? '-1';
}

/** What an object says, as columns. Throws 403 with the condition that does not hold. */
function fieldsOf(list: string, text: string, state: State): object {
  try {
    return list === 'contacts'
      ? readCard(cardOf(text).card)
      : withoutNull(readTodo(todoOf(text).todo, state.zone));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const condition =
      list === 'contacts'
        ? 'R:valid-address-data'
        : isOfOtherKind(text)
          ? 'C:supported-calendar-component'
          : 'C:valid-calendar-data';
    throw new Precondition(403, condition, `${error.message}.`);
  }
}

const isOfOtherKind = (text: string) =>
  /^BEGIN:(?:VEVENT|VJOURNAL)\s*$/imu.test(text) && !/^BEGIN:VTODO\s*$/imu.test(text);

/** When it was completed is the database's to say where the program does not. */
function withoutNull({ completed_at, ...fields }: ReturnType<typeof readTodo>): object {
  return completed_at === null ? fields : { ...fields, completed_at };
}

/** `holder`: the name of the object whose UID stands in the way. */
const writtenSchema = z.union([
  z.object({ holder: z.string() }),
  z.object({ rev: z.number(), created: z.boolean(), data: z.record(z.string(), z.unknown()) }),
]);

async function put({ account, request, state, resource }: Call): Promise<Response> {
  if (resource.type !== 'object')
    throw new ServiceError(405, 'method_not_allowed', 'This cannot be written');
  const { list, name } = resource;
  if (listOf(state, list).isReadOnly) throw forbidden('This list cannot be written');
  const wanted = list === 'contacts' ? 'text/vcard' : 'text/calendar';
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== wanted)
    throw new ServiceError(415, 'unsupported_media_type', `Send it as ${wanted}`);
  const text = await readText(request, MAX_OBJECT);
  const { data, error } = await account.db.rpc('dav_put', {
    kind: kindOf(list),
    list,
    name,
    raw: text,
    fields: fieldsOf(list, text, state),
    if_match: ifMatch(request),
    if_none_match: request.headers.get('if-none-match')?.trim() === '*',
  });
  if (error) throw fromDatabase(error);
  const written = writtenSchema.parse(data);
  if ('holder' in written) {
    const condition = list === 'contacts' ? 'R:no-uid-conflict' : 'C:no-uid-conflict';
    const holder = href(named(account, list, written.holder));
    throw new Precondition(409, condition, 'Another object of this list has its UID', holder);
  }
  const { rev, created, data: row } = written;
  const headers = new Headers();
  // Only where what is read is what was sent (RFC 4791, 5.3.4).
  if (textOf(list, row, text, state) === text) headers.set('etag', etagOf(rev));
  return new Response(null, { status: created ? 201 : 204, headers });
}

async function remove({ account, request, state, resource }: Call): Promise<Response> {
  if (resource.type !== 'object')
    throw forbidden('Lists are deleted in Almanac, in Settings, Categories');
  const { list, name } = resource;
  if (listOf(state, list).isReadOnly) throw forbidden('This list cannot be written');
  const { error } = await account.db.rpc('dav_delete', {
    kind: kindOf(list),
    list,
    name,
    if_match: ifMatch(request),
  });
  if (error) throw fromDatabase(error);
  return new Response(null, { status: 204 });
}

/** What MKCALENDAR, MKCOL and PROPPATCH set. */
function setOf(body: Element | null): Element[] {
  return (body?.children ?? [])
    .filter(({ name }) => name === 'D:set')
    .flatMap((set) => childOf(set, 'D:prop')?.children ?? []);
}

const textIn = (elements: readonly Element[], name: string) =>
  elements.find((element) => element.name === name)?.text.trim();

async function change({ db }: Account, changed: object): Promise<void> {
  const { data, error } = await db.rpc('push_changes', {
    changes: [{ table: 'categories', ...changed }],
  });
  if (error) throw fromDatabase(error);
  const [refused] = (data as { answers: { error?: { code: string; message: string } }[] }).answers;
  if (refused?.error) throw fromDatabase(refused.error);
}

/** A list is a category. */
async function makeList({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readXml(request);
  if (resource.type !== 'list' || ['contacts', 'none', 'due'].includes(resource.list))
    throw new Precondition(
      403,
      'C:calendar-collection-location-ok',
      'Only task lists can be made, beside the others',
    );
  if (state.categories.some(({ uid }) => uid === resource.list))
    throw new Precondition(405, 'D:resource-must-be-null', 'This list is there already');
  const set = setOf(body);
  const components = set.find(({ name }) => name === 'C:supported-calendar-component-set');
  if (components && !components.children.some(({ attributes }) => attributes['name'] === 'VTODO'))
    throw new Precondition(403, 'C:supported-calendar-component', 'Only lists of tasks are kept');
  const name = textIn(set, 'D:displayname') || 'New list';
  if (isReservedName(name)) throw forbidden(`A list cannot be called ${name}`);
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  await change(account, {
    uid: resource.list,
    create: true,
    set: { name: name.slice(0, 200), ...(color && { color }) },
  });
  return new Response(null, { status: 201 });
}

async function proppatch({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readXml(request);
  if (resource.type === 'object') throw forbidden('Properties of objects are not kept');
  const set = setOf(body);
  const removed = (body?.children ?? [])
    .filter(({ name }) => name === 'D:remove')
    .flatMap((one) => childOf(one, 'D:prop')?.children ?? []);
  const isCategory =
    resource.type === 'list' && !['contacts', 'none', 'due'].includes(resource.list);
  const name = textIn(set, 'D:displayname');
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  const done = new Set<string>();
  if (resource.type === 'list') listOf(state, resource.list);
  if (isCategory && name && !isReservedName(name)) done.add('D:displayname');
  if (isCategory && color) done.add('A:calendar-color');
  // All or nothing (RFC 4918, 9.2).
  const failed = [...set, ...removed].filter((one) => !done.has(one.name));
  if (failed.length === 0 && done.size > 0)
    await change(account, {
      uid: resource.type === 'list' ? resource.list : newUid(),
      set: { ...(name && { name: name.slice(0, 200) }), ...(color && { color }) },
    });
  const status = (one: Element) =>
    failed.includes(one) ? '403 Forbidden' : failed.length > 0 ? '424 Failed Dependency' : '200 OK';
  const inner = [...set, ...removed].map((one) =>
    tag('D:propstat', tag('D:prop', tag(one.name)) + tag('D:status', `HTTP/1.1 ${status(one)}`)),
  );
  return multistatus(tag('D:response', href(pathTo(account, resource)) + inner.join('')));
}

const HANDLERS: Record<string, (call: Call) => Promise<Response>> = {
  PROPFIND: propfind,
  REPORT: report,
  GET: get,
  HEAD: get,
  PUT: put,
  DELETE: remove,
  MKCALENDAR: makeList,
  MKCOL: makeList,
  PROPPATCH: proppatch,
};

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
  const { client, username, userId } = await programSession(request, 'dav');
  const account = { username, userId, db: client };
  const handle = HANDLERS[method];
  if (!handle)
    throw new ServiceError(405, 'method_not_allowed', 'This method is not supported here', {
      allow: METHODS,
    });
  const resource = resourceAt(account, path);
  return handle({ account, request, state: await readState(account), resource });
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
  const condition = error instanceof Precondition ? error.condition : '';
  const body = document('D:error', `${condition}<!-- ${message.replaceAll('--', '-')} -->`);
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
  });
}
