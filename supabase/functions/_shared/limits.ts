import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
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
  signInPerAddress: { attempts: 120, seconds: HOUR / 4 },
  signInPerAccount: { attempts: 20, seconds: HOUR / 4 },
  recoverPerAddress: { attempts: 20, seconds: HOUR },
  recoverPerAccount: { attempts: 5, seconds: HOUR },
  redeemPerAddress: { attempts: 60, seconds: HOUR },
  redeemPerAccount: { attempts: 10, seconds: HOUR / 4 },
  changePerAccount: { attempts: 10, seconds: HOUR / 4 },
  mailTestPerAccount: { attempts: 20, seconds: HOUR },
} as const;

type LimitName = keyof typeof LIMITS;

/** Which limit, and whose: an address for `…PerAddress`, a name or id in one spelling otherwise. */
export type Spending = { limit: LimitName; subject: string };

/** What is stored: a hash, so that the table tells nobody who tried what. */
function limitKey({ limit, subject }: Spending): string {
  const counted = limit.endsWith('PerAddress') ? networkOf(subject) : subject;
  return bytesToHex(sha256(utf8ToBytes(`${limit} ${counted}`)));
}

/** Counts one attempt against every limit given, or against none and throws 429 with the wait. */
export async function spend(...spendings: Spending[]): Promise<void> {
  const factor = rateLimitFactor();
  const limits = spendings.map((spending) => {
    const { attempts, seconds } = LIMITS[spending.limit];
    return { key: limitKey(spending), attempts: Math.ceil(attempts * factor), seconds };
  });
  const { data, error } = await serviceClient().rpc('spend_limits', { limits });
  if (error) throw fromDatabase(error);
  const wait = Number(data);
  if (wait > 0) throw tooMany(wait);
}

/** After a success the failures before it no longer count. */
export async function forget(...spendings: Spending[]): Promise<void> {
  const { error } = await serviceClient().rpc('forget_limits', { keys: spendings.map(limitKey) });
  if (error) throw fromDatabase(error);
}
