import { connect, type Socket } from 'node:net';

/** One request that is sent over and over. */
export type LoadRequest = {
  /** http://HOST:PORT/path?query */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  body?: string;
};

export type LoadResult = {
  seconds: number;
  /** Milliseconds of each answered request. */
  times: number[];
  /** Answers with a status of 400 or more. */
  failed: number;
};

/** The bytes of a request, which are the same every time. */
function encode({ url, headers, body }: LoadRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** The status of a whole answer, or undefined while some of it is missing. */
function statusOf(answer: string): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.slice(0, end).toLowerCase();
  const [, length] = /\ncontent-length: *(\d+)/.exec(head) ?? [];
  const isWhole =
    length === undefined
      ? /^http\/1\.1 (204|304)/.test(head) || answer.endsWith('\r\n0\r\n\r\n')
      : answer.length >= end + 4 + Number(length);
  return isWhole ? Number(answer.slice(9, 12)) : undefined;
}

/** Sends the request on one connection, the next when the last is answered, until `end`. */
function repeat(socket: Socket, bytes: Buffer, end: number, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let sent = performance.now();
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection under load')));
    socket.on('data', (chunk: string) => {
      answer += chunk;
      const status = statusOf(answer);
      if (status === undefined) return;
      const now = performance.now();
      result.times.push(now - sent);
      if (status >= 400) result.failed += 1;
      answer = '';
      if (now >= end) {
        socket.removeAllListeners('close');
        socket.end();
        resolve();
        return;
      }
      sent = now;
      socket.write(bytes);
    });
    socket.write(bytes);
  });
}

/**
 * Keeps a server busy over keep-alive connections. A client on bare sockets, because it must not
 * be what is measured: it takes about a fortieth of a millisecond per request, a tenth of what
 * node's own clients take, and needs no program that has to be installed.
 */
export async function loadHttp(
  request: LoadRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const { hostname, port } = new URL(request.url);
  const bytes = encode(request);
  const result: LoadResult = { seconds, times: [], failed: 0 };
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      return repeat(socket, bytes, end, result);
    }),
  );
  result.seconds = (performance.now() - began) / 1000;
  return result;
}
