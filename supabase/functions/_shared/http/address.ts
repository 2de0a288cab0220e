/**
 * The caller's network address, for limits. Each trusted proxy appends the address it was called
 * from to X-Forwarded-For, so only as many entries from the right count as there are trusted
 * proxies (one: the gateway); what stands before them anybody can invent.
 */
export function clientAddress(headers: Headers, trustedProxies = 1): string {
  const entries = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return plainAddress(entries[Math.max(0, entries.length - trustedProxies)] ?? 'unknown');
}

function plainAddress(entry: string): string {
  return entry
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '');
}

/** One household or server has a whole IPv6 /64, so that is what is counted; IPv4 as it is. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
