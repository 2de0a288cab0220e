import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createGateway, type GatewayOptions } from './gateway.ts';
import type { Services } from './services.ts';
import { createStaticFiles } from './static.ts';

/** Stands in a file beside the served folder: no answer may hold it. */
export const SECRET = 'what lies beside the web app';

/** Under which path each service of the test gateway is to be reached, and no other. */
export const PREFIX = {
  rest: '/rest/v1',
  auth: '/auth/v1',
  realtime: '/realtime/v1',
  edge: '/functions/v1',
};
/** Bytes that `…/large` answers, more than the system buffers of a connection hold. */
export const LARGE_ANSWER = 32 * 1024 * 1024;
type ServiceName = keyof typeof PREFIX;

/** A gateway of little patience before services that echo the path, for hostile callers. */
export async function startTestGateway(options: Partial<GatewayOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-fuzz-'));
  await writeFile(join(folder, 'secrets.json'), SECRET);
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html><div id="root"></div>');
  await writeFile(join(folder, 'dist/assets/app.js'), 'run()');
  const passed: { service: ServiceName; path: string; bytes: number }[] = [];
  const waiting: (() => void)[] = [];
  const echo = (name: ServiceName) => async (incoming: Request) => {
    const { pathname } = new URL(incoming.url);
    const { byteLength } = await incoming.arrayBuffer();
    passed.push({ service: name, path: pathname, bytes: byteLength });
    if (pathname.endsWith('/wait')) await new Promise<void>((resolve) => waiting.push(resolve));
    if (pathname.endsWith('/large')) return new Response(Buffer.alloc(LARGE_ANSWER));
    return Response.json({ path: pathname });
  };
  const close = async () => undefined;
  const services: Services = {
    rest: { fetch: echo('rest'), clearSchemaCache: close, close },
    auth: { fetch: echo('auth'), close },
    realtime: {
      fetch: echo('realtime'),
      upgrade: (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      close,
    },
    edge: { fetch: echo('edge'), isUp: () => true, processId: () => 1, restarts: () => 0, close },
    isDatabaseUp: () => true,
  };
  const gateway = createGateway({
    publishableKey: 'sb_publishable_x',
    files: createStaticFiles(join(folder, 'dist')),
    siteUrl: 'https://almanac',
    host: '127.0.0.1',
    trustedProxies: [],
    version: '0.0.0',
    log: () => undefined,
    patience: { head: 1500, request: 2400, reading: { base: 1500, bytesPerSecond: 16_000_000 } },
    ...options,
  });
  const port = await gateway.listen(0);
  gateway.mount(services);

  async function open(localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    await once(socket, 'connect');
    // A gateway that hangs up in the middle is what some of this is about.
    socket.on('error', () => undefined);
    return socket;
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    /** The served folder. */
    dist: join(folder, 'dist'),
    /** Every request that got past the gateway. */
    passed,
    /** Connects, also from another address of this machine. */
    open,
    /** Lets the requests for `…/wait` be answered. */
    release() {
      for (const answer of waiting.splice(0)) answer();
    },
    /** Sends bytes and reads until the gateway hangs up; '' when it did so without a word. */
    async send(bytes: string | Uint8Array): Promise<string> {
      const socket = await open();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(bytes);
      await waitForEvent(socket, 'close');
      return Buffer.concat(chunks).toString('latin1');
    },
    async stop() {
      await gateway.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** Unlike `once`, does not fail when the gateway hangs up on somebody who is still talking. */
export function waitForEvent(socket: Socket, event: 'close' | 'drain'): Promise<void> {
  return new Promise((resolve) => {
    socket.once(event, () => resolve());
  });
}

/** The bytes of a request without a body; `more` are further header lines. */
export function requestOf(method: string, target: string, more = ''): string {
  return `${method} ${target} HTTP/1.1\r\nHost: almanac\r\nConnection: close\r\n${more}\r\n`;
}

/** 0 when nothing was answered. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}

const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...(
        '/ // . .. ... %2e %2e%2e .%2E %2f %5c %5C \\ %00 %0a' +
        ' %0d%0a %ff %c0%af %252e%252e ; : @ ? # & = ~ * %'
      ).split(' '),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...(
        'rest v1 auth realtime functions api assets app.js' +
        ' index.html secrets.json etc passwd _system health config.json REST V1'
      ).split(' '),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme-ascii', maxLength: 4 })
      .map((text) => text.replace(/\s/g, '')),
  },
);
const starts = fc.constantFrom(
  '/',
  '/rest/v1/',
  '/auth/v1/',
  '/functions/v1/',
  '/api/',
  '/assets/',
  '//',
  '',
);
/** Request targets made of what is special to parsers and of names that exist. */
export const targets = fc
  .tuple(starts, fc.array(pieces, { maxLength: 8 }))
  .map(([start, rest]) => start + rest.join(''))
  .filter((target) => target !== '');
