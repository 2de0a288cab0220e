import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { serviceClient } from './clients.ts';
import { rateLimitFactor } from './env.ts';
import { fromDatabase, tooMany } from './errors.ts';
import { networkOf } from './http/address.ts';

const HOUR = 3600;

/**
 * How often something may be tried: so many at once, and then one in each `seconds / attempts`.
 * Kept in Postgres, so that they hold over restarts and over any number of function instances.
 */
const LIMITS = {
  registerPerAddress: { attempts: 30, seconds: HOUR },
  setupCodePerAddress: { attempts: 10, seconds: HOUR },
  invitationPerAddress: { attempts: 60, seconds: HOUR },
  appPasswordPerAddress: { attempts: 60, seconds: HOUR / 4 },
  signInPerAddress: { attempts: 120, seconds: HOUR / 4 },
  signInPerNetwork: { attempts: 20, seconds: HOUR / 4 },
  // Once so many come from networks that an account was never used from, the next two hold for them.
  signInFromUnknown: { attempts: 100, seconds: HOUR },
  signInPerUnknownNetwork: { attempts: 3, seconds: HOUR },
  signInPerUnknownSite: { attempts: 30, seconds: HOUR },
  recoverPerAddress: { attempts: 20, seconds: HOUR },
  recoverPerNetwork: { attempts: 5, seconds: HOUR },
  // Half as far apart as a temporary password lasts: there is always one in the mailbox that works.
  mailFromUnknown: { attempts: 5, seconds: 5 * (HOUR / 2) },
  redeemPerAddress: { attempts: 60, seconds: HOUR },
  redeemPerNetwork: { attempts: 10, seconds: HOUR / 4 },
  recoveryCodePerAccount: { attempts: 10, seconds: HOUR / 4 },
  changePerAccount: { attempts: 10, seconds: HOUR / 4 },
  invitePerAccount: { attempts: 50, seconds: HOUR },
  mailTestPerAccount: { attempts: 20, seconds: HOUR },
  exportPerAccount: { attempts: 20, seconds: HOUR },
} as const;

type LimitName = keyof typeof LIMITS;

/**
 * Which limit, and whose: an address for `…PerAddress`, a name or id in one spelling otherwise;
 * counted apart for each network or site if one is given.
 */
export type RateLimitKey = { limit: LimitName; subject: string; from?: string };

/** What is stored: a hash, so that the table tells nobody who tried what. */
function limitKey({ limit, subject, from = '' }: RateLimitKey): string {
  const counted = limit.endsWith('PerAddress') ? networkOf(subject) : subject;
  return bytesToHex(sha256(utf8ToBytes(`${limit} ${counted} ${from}`)));
}

function ruleOf(rateLimit: RateLimitKey) {
  const factor = rateLimitFactor();
  const { attempts, seconds } = LIMITS[rateLimit.limit];
  return { key: limitKey(rateLimit), attempts: Math.ceil(attempts * factor), seconds };
}

/** Counts one attempt against every limit given, or against none and throws 429 with the wait. */
export async function consumeRateLimit(...keys: RateLimitKey[]): Promise<void> {
  const limits = keys.map(ruleOf);
  const { data, error } = await serviceClient().rpc('consume_rate_limits', { limits });
  if (error) throw fromDatabase(error);
  const wait = Number(data);
  if (wait > 0) throw tooMany(wait);
}

/** After a success the failures before it no longer count. */
export async function resetRateLimits(...keys: RateLimitKey[]): Promise<void> {
  const { error } = await serviceClient().rpc('reset_rate_limits', { keys: keys.map(limitKey) });
  if (error) throw fromDatabase(error);
}

/** Whether the account was used from this address's network before. */
export async function isKnownAddress(userId: string, address: string): Promise<boolean> {
  const { data, error } = await serviceClient().rpc('is_known_address', {
    subject: userId,
    address,
  });
  if (error) throw fromDatabase(error);
  return z.boolean().parse(data);
}

/** The /48 of an IPv6 network, which one customer of a provider may have as a whole; IPv4 as it is. */
export function siteOf(network: string): string {
  const [groups, rest] = network.split('::');
  if (groups === undefined || rest === undefined) return network;
  return `${[...groups.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}

/**
 * Counts an attempt at the password of an account, whether there is one or not, by account and
 * network together: nobody's failures use up what the owner has. Many from networks that the account
 * was never used from leave such networks fewer attempts each, and never none. Throws 429 with the
 * wait. Answers what to call when the password was right.
 */
export async function consumeSignInAttempt(
  email: string,
  address: string,
): Promise<() => Promise<void>> {
  const network = networkOf(address);
  const perNetwork: RateLimitKey = { limit: 'signInPerNetwork', subject: email, from: network };
  const guarded: RateLimitKey = { ...perNetwork, limit: 'signInPerUnknownNetwork' };
  const perSite: RateLimitKey = {
    limit: 'signInPerUnknownSite',
    subject: email,
    from: siteOf(network),
  };
  const { data, error } = await serviceClient().rpc('consume_sign_in_attempt', {
    account: email,
    address,
    rules: {
      always: [ruleOf({ limit: 'signInPerAddress', subject: address })],
      network: [ruleOf(perNetwork)],
      unknown: [ruleOf({ limit: 'signInFromUnknown', subject: email })],
      // One IPv4 address is no site of many networks.
      guarded: [ruleOf(guarded), ...(perSite.from === network ? [] : [ruleOf(perSite)])],
    },
  });
  if (error) throw fromDatabase(error);
  const wait = Number(data);
  if (wait > 0) throw tooMany(wait);
  return () => resetRateLimits(perNetwork, guarded);
}
