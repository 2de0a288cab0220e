import * as z from 'zod/mini';
import { conflict, forbidden, fromDatabase, notFound, ServiceError } from '../errors.ts';
import { readText } from '../http/body.ts';
import { named, Precondition, type Call } from './call.ts';
import { removeList } from './collections.ts';
import { cardOf, readCard } from './contact-object.ts';
import { Malformed } from './lines.ts';
import {
  etagOf,
  kindOf,
  listOf,
  readItems,
  resourceOf,
  textOf,
  type Account,
  type List,
  type State,
} from './resources.ts';
import { readTodo, todoOf } from './task-object.ts';
import { href } from './xml.ts';

/** Bytes of an object. */
const MAX_OBJECT = 1_000_000;

/** GET and HEAD: an object; elsewhere a hint for whoever looks with a browser. */
export async function get({ account, request, state, resource }: Call): Promise<Response> {
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
  if (isKnown(request, item.etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : item.text, { headers });
}

/** The revisions that If-Match names, with commas between, or `*`. What is no ETag of ours names none. */
function ifMatch(request: Request): string | null {
  const given = request.headers.get('if-match');
  if (given === null || given.trim() === '*') return given && '*';
  return [...given.matchAll(/(?<![^\s,])"(\d{1,18})"/gu)].map(([, rev]) => rev).join();
}

/** Whether If-None-Match names an ETag: weakly compared (RFC 9110, 13.1.2). */
const isKnown = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((given) => given.trim() === '*' || given.trim().replace(/^W\//u, '') === etag);

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

/** The list that something is to be written into. Throws 409 where there is none (RFC 4918, 9.7.1). */
function parentOf(state: State, list: string): List {
  try {
    return listOf(state, list);
  } catch {
    throw conflict('There is no such list');
  }
}

/** 409 with the object that has the UID. */
function uidConflict(account: Account, list: string, holder: string): Precondition {
  const condition = list === 'contacts' ? 'R:no-uid-conflict' : 'C:no-uid-conflict';
  const message = 'Another object of this list has its UID';
  return new Precondition(409, condition, message, href(named(account, list, holder)));
}

/** PUT: makes or changes an object. */
export async function put({ account, request, state, resource }: Call): Promise<Response> {
  if (resource.type !== 'object')
    throw new ServiceError(405, 'method_not_allowed', 'This cannot be written');
  const { list, name } = resource;
  if (parentOf(state, list).isReadOnly) throw forbidden('This list cannot be written');
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
  if ('holder' in written) throw uidConflict(account, list, written.holder);
  const { rev, created, data: row } = written;
  const headers = new Headers();
  // Only where what is read is what was sent (RFC 4791, 5.3.4).
  if (textOf(list, row, text, state) === text) headers.set('etag', etagOf(rev));
  return new Response(null, { status: created ? 201 : 204, headers });
}

/** DELETE: an object goes to the trash; a list with what is in it. */
export async function remove(call: Call): Promise<Response> {
  const { account, request, state, resource } = call;
  if (resource.type === 'list') {
    await removeList(call, resource.list);
    return new Response(null, { status: 204 });
  }
  if (resource.type !== 'object') throw forbidden('This cannot be deleted');
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

/** MOVE (RFC 4918, 9.9): a task goes to another list, under the name that it has. */
export async function move({ account, request, state, resource }: Call): Promise<Response> {
  const destination = request.headers.get('destination') ?? '';
  if (resource.type !== 'object' || resource.list === 'contacts')
    throw forbidden('Only tasks are moved, from list to list');
  const target = resourceOf(account, destination);
  if (target?.type !== 'object' || target.list === 'contacts')
    throw new ServiceError(502, 'other_server', 'There is no task list at this destination');
  const { list, name } = resource;
  if (target.name !== name || target.list === list)
    throw forbidden('A task keeps its name, and goes to another list');
  if (listOf(state, list).isReadOnly || parentOf(state, target.list).isReadOnly)
    throw forbidden('This list cannot be written');
  const { data: holder, error } = await account.db.rpc('dav_move', {
    list,
    name,
    target: target.list,
    if_match: ifMatch(request),
  });
  if (error) throw fromDatabase(error);
  if (holder !== null) throw uidConflict(account, target.list, String(holder));
  return new Response(null, { status: 201 });
}
