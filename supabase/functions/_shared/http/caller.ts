import { optionalSetting, unusable } from '../env.ts';
import { clientAddress, parseTrust, type Trust } from './address.ts';

/** The machines between a visitor and the gateway in front of the functions. */
function trustedProxies(): Trust {
  const isTrusted = parseTrust(optionalSetting('TRUST_PROXY') ?? '0');
  if (!isTrusted) unusable('TRUST_PROXY', '0, 1 or addresses and networks such as 10.0.0.0/8');
  return isTrusted ?? (() => false);
}

/** The caller's network address, for limits: what TRUST_PROXY says of who stands between. */
export function callerAddress(headers: Headers): string {
  return clientAddress(headers, trustedProxies());
}
