import ipaddr from 'ipaddr.js';

/** An address, also with a port, in brackets or with a zone, as proxies write them. */
function parseAddress(text: string) {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** Tells whether an address is that of a trusted proxy. */
export type Trust = (address: string) => boolean;

const LOOPBACK = '127.0.0.0/8,::1';

function parseNetwork(text: string) {
  const [address = '', length, ...rest] = text.trim().split('/');
  const parsed = /[[%]/.test(address) ? undefined : parseAddress(address);
  if (!parsed || rest.length > 0) return undefined;
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  const bits = /^\d{1,3}$/.test(length ?? `${most}`) ? Number(length ?? most) : 0;
  // With 0 everybody would be a proxy, and could claim any address.
  return bits > 0 && bits <= most ? { parsed, bits } : undefined;
}

/**
 * Reads TRUST_PROXY: `0` trusts nobody, `1` this machine, otherwise addresses and networks
 * (`10.0.0.0/8`) between commas. Undefined if it is none of that.
 */
export function parseTrust(text: string): Trust | undefined {
  if (text === '0') return () => false;
  const networks = (text === '1' ? LOOPBACK : text).split(',').map(parseNetwork);
  if (networks.includes(undefined)) return undefined;
  return (address) => {
    const own = parseAddress(address);
    return networks.some(
      (one) => own?.kind() === one?.parsed.kind() && one && own?.match(one.parsed, one.bits),
    );
  };
}

/**
 * The caller's network address, for limits. The gateway in front of the functions appends the
 * address it was called from to X-Forwarded-For, as every trusted proxy does: so the last entry
 * counts, or the one before a trusted proxy's. What stands before that anybody can invent.
 */
export function clientAddress(headers: Headers, isTrusted: Trust): string {
  const entries = (headers.get('x-forwarded-for') ?? '').split(',');
  let client: string | undefined;
  while (entries.length > 0 && (client === undefined || isTrusted(client))) {
    const before = parseAddress(entries.pop() ?? '')?.toString();
    if (before === undefined) break;
    client = before;
  }
  return client ?? 'unknown';
}

/** One household or server has a whole IPv6 /64, so that is what is counted; IPv4 as it is. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}
