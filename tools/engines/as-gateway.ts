import type { StackContext } from '../../stack/context.ts';
import { identify, signToken } from '../../stack/tokens/tokens.ts';

type Keys = Pick<StackContext, 'jwtSecret' | 'signingKey' | 'publishableKey' | 'secretKey'>;

/** Seconds that a token which stands for a key lives: as long as one request. */
const LIFETIME = 60;

/**
 * A request as Supabase's gateway hands it to a service that knows tokens but no keys: without the
 * prefix, a key replaced by a token of its role, and the caller's address appended. Whether the key
 * is ours is the caller's to check.
 */
export function asGateway(
  request: Request,
  target: { url: string; prefix: string },
  keys: Keys,
  peer?: { address: string },
): Request {
  const headers = new Headers(request.headers);
  const identity = identify(new Headers({ apikey: headers.get('apikey') ?? '' }), keys);
  const [, bearer = ''] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  const isKey = bearer === keys.publishableKey || bearer === keys.secretKey;
  const key = isKey ? bearer : headers.get('apikey');
  if (identity.ok && (isKey || bearer === '')) {
    const role = key === keys.secretKey ? 'service_role' : 'anon';
    const exp = Math.floor(Date.now() / 1000) + LIFETIME;
    headers.set('authorization', `Bearer ${signToken({ role, exp }, keys.jwtSecret)}`);
  }
  // Only who has the secret key may speak for somebody else.
  if (key !== keys.secretKey) {
    headers.delete('x-forwarded-for');
    headers.delete('sb-forwarded-for');
  }
  if (peer) headers.append('x-forwarded-for', peer.address);
  for (const name of ['connection', 'host', 'accept-encoding', 'content-length']) {
    headers.delete(name);
  }
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(`${target.url}${pathname.slice(target.prefix.length)}${search}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    signal: request.signal,
    ...(hasBody && { body: request.body, duplex: 'half' }),
  });
}

/** What the service answered, as the gateway hands it on: `fetch` has decoded the body. */
export async function answerOf(request: Request): Promise<Response> {
  const response = await fetch(request);
  const headers = new Headers(response.headers);
  // The gateway of the stack sets these by itself.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) {
    headers.delete(name);
  }
  for (const name of headers.keys()) {
    if (name.startsWith('access-control-')) headers.delete(name);
  }
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : response.body, { status: response.status, headers });
}
