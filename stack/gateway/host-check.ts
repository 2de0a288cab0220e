import type { IncomingMessage } from 'node:http';
import { isLoopback, plainAddress } from '../network.ts';
import { ERRORS, type GatewayError } from './errors.ts';

export type HostCheckOptions = {
  /** The origin that people open. */
  siteUrl: string | undefined;
  /** The name or address it listens on. */
  host: string;
};

/** The name or address of a Host header (RFC 9110 7.2), in lower case; undefined if it is none. */
function nameOf(header: string): string | undefined {
  const [, name] = /^(\[[\d.:a-f]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
  return name
    ?.toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/**
 * What is wrong with the Host of a request, if anything. A page of another site can make its own
 * name lead to this machine (DNS rebinding) and would then count as the same site: so only our own
 * names are answered. Those are that of SITE_URL, what means this machine, what the gateway listens
 * on, and the very address that was connected to, which nobody can give to a page. Ports are not
 * compared, since proxies and tunnels have their own.
 */
export function createHostCheck({ siteUrl, host }: HostCheckOptions) {
  const names = new Set(['localhost', host.toLowerCase()]);
  if (siteUrl) names.add(nameOf(new URL(siteUrl).host) ?? '');

  return ({ socket, headersDistinct }: IncomingMessage): GatewayError | undefined => {
    const [header = '', ...more] = headersDistinct.host ?? [];
    const name = nameOf(header);
    if (name === undefined || more.length > 0) return ERRORS.malformed;
    if (names.has(name)) return undefined;
    const address = plainAddress(name);
    if (address === undefined) return ERRORS.misdirected;
    const isOwn = isLoopback(address) || address === plainAddress(socket.localAddress ?? '');
    return isOwn ? undefined : ERRORS.misdirected;
  };
}
