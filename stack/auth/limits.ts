import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './failure.ts';
import type { AuthSettings } from './settings.ts';

const FIVE_MINUTES = 300;

export type Limits = {
  /** Counts one request; throws 429 over_request_rate_limit. No address, no limit. */
  signIn(address: string | undefined): Promise<void>;
  refresh(address: string | undefined): Promise<void>;
  /** Counts an attempt at an account's password, before it is checked; throws 429. */
  attempt(account: string, from: string | undefined): Promise<Attempt>;
};

type Attempt = {
  /** Call when the password was right: the attempt and the failures before it are forgotten. */
  succeeded(): Promise<void>;
};

// One household or company has a whole /64: its 2^64 addresses count as one.
function subnetOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

async function spend(limiter: RateLimiterMemory, key: string, message: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany(message, refused.msBeforeNext / 1000);
    throw refused;
  }
}

function limiterOf({ attempts, seconds }: { attempts: number; seconds: number }) {
  return new RateLimiterMemory({ points: attempts, duration: seconds });
}

async function spendFrom(limiter: RateLimiterMemory, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  await spend(limiter, subnetOf(address), 'Request rate limit reached.');
}

/**
 * Limits in memory: requests per address in five minutes as config.toml's [auth.rate_limit] says,
 * and attempts at one account's password. A stranger who uses up an account's attempts does not
 * lock out its owner: addresses that signed in to it before have a count of their own.
 */
export function createLimits(settings: Pick<AuthSettings, 'rateLimits' | 'attempts'>): Limits {
  const { rateLimits, attempts } = settings;
  const signIns = limiterOf({ attempts: rateLimits.signIn, seconds: FIVE_MINUTES });
  const refreshes = limiterOf({ attempts: rateLimits.refresh, seconds: FIVE_MINUTES });
  const perAddress = limiterOf(attempts.perAddress);
  const perAccount = limiterOf(attempts.perAccount);
  const known = new LRUCache<string, true>({ max: 10_000 });

  return {
    signIn: (address) => spendFrom(signIns, address),
    refresh: (address) => spendFrom(refreshes, address),
    async attempt(account, from) {
      const pair = `${account} ${from === undefined ? '' : subnetOf(from)}`;
      const message = 'Too many attempts to sign in to this account.';
      await spend(perAddress, pair, message);
      const counted = !known.has(pair);
      if (counted) await spend(perAccount, account, message);
      return {
        async succeeded() {
          known.set(pair, true);
          await perAddress.delete(pair);
          if (counted) await perAccount.reward(account);
        },
      };
    },
  };
}
