import type { Environment } from '../config/environment.ts';
import type { Log } from '../context.ts';
import type { MetricsSources } from './metrics.ts';
import type { Observer } from './observer.ts';

/** Longer paths are cut: a request target may have 16 kB. */
const LONGEST_PATH = 200;

/** A calendar's address, whose last part is its secret. */
const SECRET_PATH = /^((?:\/functions\/v1)?\/dav\/feed\/).+/;

/**
 * One line a request, for fail2ban and for people: no query, no header, no token. The order of the
 * fields is what deploy/fail2ban/almanac.conf reads.
 */
export function createAccessLog(log: Log): Observer {
  return ({ address, method, path, status, milliseconds }) => {
    const shown = path.replace(SECRET_PATH, '$1...');
    log('info', 'access', {
      client: address || '-',
      method,
      path: shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}...` : shown,
      status,
      ms: Math.round(milliseconds),
    });
  };
}

export type Monitoring = {
  observe: Observer;
  /** Filled in as things start. */
  sources: MetricsSources;
  close(): Promise<void>;
};

/**
 * The access log and /metrics, as far as the operator wants them.
 * @throws OperatorError if METRICS_HOST or METRICS_PORT cannot be used
 */
export async function startMonitoring(
  { accessLog, metrics: where, siteUrl }: Environment,
  log: Log,
): Promise<Monitoring> {
  const sources: MetricsSources = { liveSockets: () => 0, processes: {} };
  const observers: Observer[] = accessLog ? [createAccessLog(log)] : [];
  let close: Monitoring['close'] = async () => undefined;
  if (where) {
    // Loaded by those alone who want it: it measures the garbage collector from then on.
    const { createMetrics } = await import('./metrics.ts');
    const metrics = createMetrics({ host: where.host, siteUrl }, sources);
    const port = await metrics.listen(where.port);
    log('info', `/metrics is on port ${port} of ${where.host}`);
    observers.push(metrics.observe);
    close = metrics.close;
  }
  return {
    observe(observed) {
      for (const one of observers) one(observed);
    },
    sources,
    close,
  };
}
