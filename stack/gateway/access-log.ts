import type { Log } from '../context.ts';
import type { Observer } from './observer.ts';

/** Longer paths are cut: a request target may have 16 kB. */
const LONGEST_PATH = 200;

/**
 * One line a request, for fail2ban and for people: no query, no header, no token. The order of the
 * fields is what deploy/fail2ban/almanac.conf reads.
 */
export function createAccessLog(log: Log): Observer {
  return ({ address, method, path, status, milliseconds }) => {
    log('info', 'access', {
      client: address || '-',
      method,
      path: path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path,
      status,
      ms: Math.round(milliseconds),
    });
  };
}
