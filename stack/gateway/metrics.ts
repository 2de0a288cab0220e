import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Supervisor } from '../processes/supervisor.ts';
import { listen } from './listen.ts';
import type { Observer } from './observer.ts';
import { createHostCheck, type HostCheckOptions } from './host-check.ts';
import { sendError, ERRORS } from './errors.ts';

const SERVICES = ['database', 'functions'] as const;

/** What is asked at each scrape. */
export type MetricsSources = {
  liveSockets(): number;
  /** The processes that there are so far. */
  processes: { [service in (typeof SERVICES)[number]]?: Pick<Supervisor, 'isUp' | 'restarts'> };
};

export type Metrics = {
  observe: Observer;
  /** Begins to answer GET /metrics. Resolves to the port. @throws OperatorError saying what to do */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
};

// Anything else a client may call its method is one value.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Figures in Prometheus' text format, on a server of their own. Labels are routes, methods and
 * classes of status, never a path or an address: their number is bounded and they say nothing of
 * people.
 */
export function createMetrics(options: HostCheckOptions, sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'almanac_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const liveSockets: Gauge = new Gauge({
    name: 'almanac_live_sockets',
    help: 'Live channels that are open.',
    registers,
    collect() {
      liveSockets.set(sources.liveSockets());
    },
  });
  const up = new Gauge({
    name: 'almanac_up',
    help: 'Whether a service answers.',
    labelNames: ['service'] as const,
    registers,
    collect() {
      for (const service of SERVICES) {
        up.set({ service }, sources.processes[service]?.isUp() ? 1 : 0);
      }
    },
  });
  const restarts = new Counter({
    name: 'almanac_restarts_total',
    help: 'How often a service was started again.',
    labelNames: ['service'] as const,
    registers,
    collect() {
      restarts.reset();
      for (const service of SERVICES) {
        restarts.inc({ service }, sources.processes[service]?.restarts() ?? 0);
      }
    },
  });
  const checkHost = createHostCheck(options);

  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 65_000 },
    async (request, response) => {
      request.resume();
      const error = checkHost(request);
      if (error) return sendError(request, response, error);
      if (request.url !== '/metrics' || request.method !== 'GET') {
        return sendError(request, response, ERRORS.notFound);
      }
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    },
  );
  server.maxConnections = 16;

  return {
    observe({ route, method, status, milliseconds }) {
      const labels = {
        route,
        method: METHODS.has(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      };
      duration.observe(labels, milliseconds / 1000);
    },
    listen: (port) => listen(server, port, options.host, 'METRICS_'),
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
