import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

const FORBIDDEN = 'accelerometer camera display-capture geolocation gyroscope magnetometer';
const PERMISSIONS = `${FORBIDDEN} microphone midi payment screen-wake-lock usb`.split(' ');

/** Sent with every answer. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
} as const;

/** For answers that are no documents: even if one is opened as a page, nothing in it may run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the service worker, whose own policy binds it: it fetches the web app's files. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The CSP sources (`'sha256-…'`) of the inline scripts of an HTML page. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(([, body = '']) => {
    const digest = createHash('sha256').update(body).digest('base64');
    return `'sha256-${digest}'`;
  });
}

/**
 * The content security policy of the web app: its own files, its own API and its own socket.
 * Styles may be inline, since the positioning of popovers and dialogs is. `host` is the request's
 * Host, which the gateway has found to be one of its own names.
 */
export function documentPolicy(scriptHashes: readonly string[], host: string | undefined): string {
  // 'self' covers wss: in current browsers; older Safari wants the socket's address by name.
  const socket = host && /^[\w.-]+(:\d+)?$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...socket],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Adds the headers of every answer to those of this one. */
export function withSecurity(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return { ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY, ...headers };
}

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
