import type { IncomingMessage, ServerResponse } from 'node:http';
import { withSecurity } from './headers.ts';

/**
 * Lets pages of any origin use REST, Auth and Realtime, as on Supabase: these believe a key and a
 * token that the page has to hold itself, and no cookie. The edge functions answer for themselves.
 */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'content-encoding, content-location, content-range, content-type, date, location, link, ' +
    'preference-applied, range-unit, retry-after, server, x-supabase-api-version, x-total-count',
} as const;

/** Answers what a browser asks before it sends a request to another origin. */
export function preflight(request: IncomingMessage, response: ServerResponse): void {
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
