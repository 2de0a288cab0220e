import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Also with a port, in brackets or with a zone, as proxies and sockets write them. */
function parseAddress(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** An address in one spelling, an IPv4 address mapped into IPv6 as IPv4; undefined if it is none. */
export function plainAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

function prefixOf(address: string, bits: number): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`);
  return `${prefix.toString()}/${bits}`;
}

/**
 * What a limit by address counts: an IPv4 address (also one mapped into IPv6) as it is, of IPv6 the
 * /64, since one household or server has all its 2^64 addresses. Anything else counts as itself.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * What one customer of a provider may have as a whole: of IPv6 the /48, which is 65,536 networks and
 * free of charge with some tunnels. IPv4 as it is.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

/** 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

function parseNetwork(text: string): string | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const parsed = /[[%]/.test(address) ? undefined : parseAddress(address);
  if (!parsed || rest.length > 0) return undefined;
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return `${parsed.toString()}/${most}`;
  // With 0 everybody would be a proxy, and could claim any address.
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : 0;
  return bits > 0 && bits <= most ? `${parsed.toString()}/${bits}` : undefined;
}

/**
 * The networks of TRUST_PROXY: `0` is none, `1` this machine, otherwise addresses and networks
 * (`10.0.0.0/8`) between commas. Undefined if it is none of that.
 */
export function parseTrustedProxies(text: string): string[] | undefined {
  if (text === '0') return [];
  if (text === '1') return LOOPBACK;
  const networks = text.split(',').map(parseNetwork);
  return networks.every((one) => one !== undefined) ? networks : undefined;
}

/** Tells whether an address belongs to one of these networks. */
export function memberOf(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    const own = parseAddress(address);
    if (!own) return false;
    return parsed.some(
      ([network, bits]) => own.kind() === network.kind() && own.match(network, bits),
    );
  };
}

/**
 * Who sent a request: the peer, or, as long as that is a trusted proxy, the address that it says it
 * was called from, the last one in X-Forwarded-For. What stands before that was the sender's to
 * choose.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string,
  isTrusted: (address: string) => boolean,
): string {
  const entries = forwardedFor.split(',');
  let client = plainAddress(peer) ?? peer;
  while (entries.length > 0 && isTrusted(client)) {
    const before = plainAddress(entries.pop() ?? '');
    if (before === undefined) break;
    client = before;
  }
  return client;
}
