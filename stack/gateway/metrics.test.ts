import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Route } from './routes.ts';

let metrics: Metrics;
let origin = '';

const process = (up: boolean, restarts: number) => ({
  isUp: () => up,
  restarts: () => restarts,
});

beforeAll(async () => {
  metrics = createMetrics(
    { siteUrl: 'https://almanac.example', host: '127.0.0.1' },
    {
      liveSockets: () => 3,
      processes: { database: process(true, 0), functions: process(false, 2) },
    },
  );
  origin = `http://127.0.0.1:${await metrics.listen(0)}`;
});

afterAll(() => metrics.close());

/** Samples by name with labels, as the format says (prometheus.io, "Exposition formats"). */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  const samples = new Map<string, number>();
  for (const line of lines) {
    if (/^# (HELP|TYPE) [a-z0-9_]+ /.test(line)) continue;
    const [, name = '', value = ''] =
      /^([a-z0-9_]+(?:\{[a-z0-9_]+="[^"\\\n]*"(?:,[a-z0-9_]+="[^"\\\n]*")*\})?) (\S+)$/.exec(
        line,
      ) ?? [];
    expect(name, line).not.toBe('');
    expect(value, line).toMatch(/^([\d.e+-]+|\+Inf|NaN)$/i);
    samples.set(name, Number(value));
  }
  return samples;
}

test('design §1 metrics: what Prometheus reads tells how the stack is', async () => {
  const samples = await scrape();
  expect(samples.get('almanac_up{service="database"}')).toBe(1);
  expect(samples.get('almanac_up{service="functions"}')).toBe(0);
  expect(samples.get('almanac_restarts_total{service="functions"}')).toBe(2);
  expect((await scrape()).get('almanac_restarts_total{service="functions"}')).toBe(2);
  expect(samples.get('almanac_live_sockets')).toBe(3);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect([...samples.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true);
});

test('design §1 metrics: requests count by route, method and class, whatever people send', async () => {
  const routes: Route[] = ['rest', 'auth', 'files', 'malformed'];
  const observed = fc.record({
    address: fc.oneof(fc.ipV4(), fc.string()),
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'PROPFIND'), fc.string({ unit: 'binary' })),
    path: fc.string({ unit: 'binary' }),
    route: fc.constantFrom(...routes),
    status: fc.constantFrom(101, 200, 204, 304, 400, 404, 499, 500, 503),
    milliseconds: fc.double({ min: 0, max: 100_000, noNaN: true }),
  });
  fc.assert(
    fc.property(observed, (one) => {
      metrics.observe({ ...one, address: `address ${one.address}`, path: `/secret ${one.path}` });
    }),
    { numRuns: 300 },
  );
  const names = [...(await scrape()).keys()];
  expect(names.join('\n')).not.toMatch(/secret|address/);
  const counts = names.filter((name) =>
    name.startsWith('almanac_http_request_duration_seconds_count'),
  );
  expect(counts.length).toBeGreaterThan(10);
  // Routes, methods and classes; nothing that a stranger can add to.
  expect(counts.length).toBeLessThanOrEqual(routes.length * 8 * 5);
  for (const name of counts) {
    expect(name).toMatch(/\{route="[a-z]+",method="([A-Z]+|other)",status="[1-5]xx"\}$/);
  }
});

test('design §4 own names: the figures are there for own names, and nothing else is', async () => {
  for (const path of ['/', '/metrics/', '/metrics?x=1']) {
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  }
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 421 /);
});

test('design §1 metrics: an address that this machine has not is said to be METRICS_HOST’s', async () => {
  const elsewhere = createMetrics(
    { siteUrl: undefined, host: '192.0.2.1' },
    { liveSockets: () => 0, processes: {} },
  );
  await expect(elsewhere.listen(0)).rejects.toThrow(
    'METRICS_HOST 192.0.2.1 is not an address of this machine',
  );
});
