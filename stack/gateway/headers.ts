import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';

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

/** Joins what every answer carries with what this one says itself. */
export function withSecurity(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return { ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY, ...headers };
}
