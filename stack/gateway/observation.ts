import type { Environment } from '../config/environment.ts';
import type { Log } from '../context.ts';
import { createAccessLog } from './access-log.ts';
import type { MetricsSources } from './metrics.ts';
import type { Observer } from './observer.ts';

export type Observation = {
  observe: Observer;
  /** To be filled in as things start. */
  sources: MetricsSources;
  close(): Promise<void>;
};

/**
 * The access log and /metrics, as far as the operator wants them.
 * @throws StackFailure if METRICS_HOST or METRICS_PORT cannot be used
 */
export async function startObservation(
  { accessLog, metrics: where, siteUrl }: Environment,
  log: Log,
): Promise<Observation> {
  const sources: MetricsSources = { liveSockets: () => 0, processes: {} };
  const observers: Observer[] = accessLog ? [createAccessLog(log)] : [];
  let close: Observation['close'] = async () => undefined;
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
