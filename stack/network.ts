import ipaddr from 'ipaddr.js';

/**
 * What a limit by address counts: an IPv4 address (also one mapped into IPv6) as it is, of IPv6 the
 * /64, since one household or server has all its 2^64 addresses. Anything else counts as itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}
