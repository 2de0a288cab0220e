import * as z from 'zod/mini';
import { forbidden, fromDatabase, notFound, ServiceError } from '../errors.ts';
import { readText } from '../http/body.ts';
import { named, Precondition, type Call } from './call.ts';
import { cardOf, readCard } from './contact-object.ts';
import { Malformed } from './lines.ts';
import { etagOf, kindOf, listOf, readItems, textOf, type State } from './resources.ts';
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

/** PUT: makes or changes an object. */
export async function put({ account, request, state, resource }: Call): Promise<Response> {
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

/** DELETE: an object goes to the trash. */
export async function remove({ account, request, state, resource }: Call): Promise<Response> {
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
