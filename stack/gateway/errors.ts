import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { withSecurity } from './headers.ts';

/** An error of the gateway itself, in the shape that every service uses. */
export type GatewayError = { status: number; code: string; message: string };

export const ERRORS = {
  malformed: { status: 400, code: 'bad_request', message: 'The request is malformed.' },
  notFound: { status: 404, code: 'not_found', message: 'There is nothing here.' },
  slow: { status: 408, code: 'request_timeout', message: 'The request took too long to arrive.' },
  lengthRequired: { status: 411, code: 'length_required', message: 'Content-Length is missing.' },
  tooLarge: { status: 413, code: 'payload_too_large', message: 'The request body is too large.' },
  misdirected: {
    status: 421,
    code: 'unknown_host',
    message:
      'Almanac does not answer to this name. If it is yours, set SITE_URL to the address that people open.',
  },
  headersTooLarge: {
    status: 431,
    code: 'headers_too_large',
    message: 'The request headers are too large.',
  },
  failed: { status: 500, code: 'internal', message: 'Something went wrong. Please try again.' },
  unavailable: {
    status: 503,
    code: 'unavailable',
    message: 'The service is not available at the moment. Please try again in a few seconds.',
  },
  timeout: { status: 504, code: 'timeout', message: 'The service took too long to answer.' },
} satisfies Record<string, GatewayError>;

/** An error as a fetch Response. Supabase clients also look for `details`, `hint` and `msg`. */
export function errorResponse({ status, code, message }: GatewayError): Response {
  const headers: Record<string, string> = status === 503 ? { 'retry-after': '1' } : {};
  return Response.json({ code, message, details: null, hint: null }, { status, headers });
}

/** In the reader's colours; what is only not there yet is tried again by itself. */
const PAGE = ({ status, message }: GatewayError) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${status === 503 ? '<meta http-equiv="refresh" content="3">\n' : ''}<title>Almanac</title>
<p>${message}</p></html>
`;

/** Sends an error: as a page to a browser that navigates, as JSON otherwise. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: GatewayError,
  headers: Record<string, string> = {},
): void {
  const { status, code, message } = error;
  const isPage = (request.headers.accept ?? '').includes('text/html');
  const body = isPage ? PAGE(error) : JSON.stringify({ code, message, details: null, hint: null });
  response.writeHead(
    status,
    withSecurity({
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
      ...headers,
    }),
  );
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Milliseconds in which the client has to read the last bytes of a connection. */
const CLOSE_TIMEOUT = 2_000;

/**
 * Sends the last bytes and closes the connection, whether or not the other side does: after an
 * upgrade Node no longer does that.
 */
export function endSocket(socket: Duplex, text: string): void {
  // A client that is gone already is no reason to fail.
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT);
  socket.once('close', () => clearTimeout(timer));
  socket.once('finish', () => socket.destroy());
  socket.end(text);
}

/** Sends an error where there is no response object: broken requests and refused upgrades. */
export function sendSocketError(socket: Duplex, { status, code, message }: GatewayError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ code, message });
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
