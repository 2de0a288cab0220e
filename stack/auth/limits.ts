import { createHash } from 'node:crypto';
import { networkOf, siteOf } from '../network.ts';
import { Counter } from './counter.ts';
import { tooManyRequests } from './errors.ts';
import type { AuthSettings } from './settings.ts';

const FIVE_MINUTES = 300;

export type Limits = {
  /** Counts one request; throws 429 over_request_rate_limit. No address, no limit. */
  signIn(address: string | undefined): void;
  refresh(address: string | undefined): void;
  verification(address: string | undefined): void;
  /** Counts an attempt at an account's password, before it is checked; throws 429. */
  attempt(at: AttemptAt): Attempt;
};

type AttemptAt = {
  /** The e-mail address that was given, whether there is such an account or not. */
  account: string;
  address: string | undefined;
  /** Whether the account was used from this address's network before. */
  isKnown: boolean;
};

type Attempt = {
  /** Call when the password was right: the attempt and the failures before it are forgotten. */
  succeeded(): void;
  /** Call when the password was not looked at: the attempt does not count. */
  withdraw(): void;
};

type Share = { counter: Counter; key: string };

/** Counts one in each, or in none. @throws 429 with the wait */
function takeAll(shares: readonly Share[], message: string): void {
  for (const [index, { counter, key }] of shares.entries()) {
    const wait = counter.take(key);
    if (wait === 0) continue;
    for (const taken of shares.slice(0, index)) taken.counter.refund(taken.key);
    throw tooManyRequests(message, wait);
  }
}

// Hashed: short, and memory holds no addresses.
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Limits in memory: requests per network in five minutes as config.toml's [auth.rate_limit] says,
 * and attempts at one account's password by account and network together, so that nobody's failures
 * use up what the owner has. Many failures from networks that the account was never used from leave
 * such networks fewer attempts each, and never none (docs/decisions/0017-guessing-and-lock-out.md).
 */
export function createLimits(settings: Pick<AuthSettings, 'rateLimits' | 'attempts'>): Limits {
  const { rateLimits, attempts } = settings;
  const signIns = new Counter({ attempts: rateLimits.signIn, seconds: FIVE_MINUTES });
  const refreshes = new Counter({ attempts: rateLimits.refresh, seconds: FIVE_MINUTES });
  const verifications = new Counter({
    attempts: rateLimits.verification,
    seconds: FIVE_MINUTES,
  });
  const pairs = new Counter(attempts.perNetwork);
  const accounts = new Counter(attempts.fromUnknown);
  const guardedPairs = new Counter(attempts.perUnknownNetwork);
  const guardedSites = new Counter(attempts.perUnknownSite);

  function perAddress(counter: Counter, address: string | undefined): void {
    if (address === undefined) return;
    takeAll([{ counter, key: networkOf(address) }], 'Request rate limit reached.');
  }

  return {
    signIn: (address) => perAddress(signIns, address),
    refresh: (address) => perAddress(refreshes, address),
    verification: (address) => perAddress(verifications, address),
    attempt({ account, address = '', isKnown }) {
      const id = digest(account);
      const pair = `${id} ${networkOf(address)}`;
      const calm = { counter: pairs, key: pair };
      const guarded = () => [
        { counter: guardedPairs, key: pair },
        { counter: guardedSites, key: `${id} ${siteOf(address)}` },
      ];
      const unknown = () =>
        accounts.wait(id) > 0 ? guarded() : [calm, { counter: accounts, key: id }];
      const shares = isKnown ? [calm] : unknown();
      takeAll(shares, 'Too many attempts to sign in to this account.');
      const withdraw = () => shares.forEach(({ counter, key }) => counter.refund(key));
      return {
        withdraw,
        succeeded() {
          withdraw();
          pairs.forget(pair);
          guardedPairs.forget(pair);
        },
      };
    },
  };
}
