import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { calendarOwner } from '../app-passwords.ts';
import { serviceClient } from '../clients.ts';
import { fromDatabase, ServiceError } from '../errors.ts';
import { dueEvents } from './task-object.ts';

const dueSchema = z.array(
  z.object({
    uid: z.string(),
    title: z.string(),
    description: z.nullable(z.string()),
    due_date: z.string(),
    updated_at: z.string(),
  }),
);

/** What a calendar is called, and how often programs should ask: RFC 7986, and what came before it. */
const HEADER = [
  'NAME:Almanac',
  'X-WR-CALNAME:Almanac',
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

/** The app password in the path of a calendar that is only read; undefined for any other path. */
export const feedPassword = (path: string): string | undefined =>
  /^\/feed\/([^/]{1,200})\.ics$/u.exec(path)?.[1];

/**
 * The days of somebody's open tasks as a calendar (RFC 5545), for whoever has its address. Throws 404,
 * 405, 429 and 503.
 */
export async function readFeed(request: Request, password: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ServiceError(405, 'method_not_allowed', 'A calendar at an address is only read');
  const owner = await calendarOwner(request, password);
  const { data, error } = await serviceClient().rpc('read_calendar', { owner });
  if (error) throw fromDatabase(error);
  const text = dueEvents(dueSchema.parse(data), HEADER);
  const etag = `"${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32)}"`;
  const headers = { 'content-type': 'text/calendar; charset=utf-8', etag };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : text, { headers });
}
