import { giveMemoryBack } from '../quiet-memory.ts';

/**
 * Runs under Deno, started by edge.ts: imports every edge function, keeps what each hands to
 * `Deno.serve`, and answers for all of them on one loopback port. Its first line of input says what
 * to host; when its input ends, the gateway is gone and it ends too.
 */

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;
type Listener = { onListen(address: { port: number }): void; hostname: string; port: number };

declare const Deno: {
  serve: (...args: unknown[]) => unknown;
  stdin: { readable: ReadableStream<Uint8Array> };
  exit(code: number): never;
};

/** What edge.ts writes as the first line. */
export type HostOrders = { secret: string; functions: { name: string; url: string }[] };

const handlers = new Map<string, Handler>();
const realServe: (listener: Listener, handler: Handler) => unknown = Deno.serve;

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

// Deno.serve(handler), Deno.serve(options, handler) or Deno.serve({ handler, ...options })
function handlerOf(args: unknown[]): Handler {
  for (const value of args) {
    if (isHandler(value)) return value;
    const inside =
      typeof value === 'object' && value !== null && 'handler' in value ? value.handler : undefined;
    if (isHandler(inside)) return inside;
  }
  throw new TypeError('Deno.serve was called without a handler');
}

async function load(name: string, url: string): Promise<void> {
  Deno.serve = (...args) => {
    handlers.set(name, handlerOf(args));
    const address = { transport: 'tcp', hostname: '127.0.0.1', port: 0 };
    const finished = new Promise<void>(() => undefined);
    return { addr: address, finished, shutdown: async () => undefined, ref() {}, unref() {} };
  };
  try {
    await import(url);
    if (!handlers.has(name)) console.error(`function ${name} does not call Deno.serve`);
  } catch (error) {
    console.error(`function ${name} cannot be loaded:`, error);
  }
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ message, code }, { status });
}

async function answer(request: Request, info: unknown, secret: string): Promise<Response> {
  if (request.headers.get('x-almanac-edge') !== secret) {
    return refuse(403, 'forbidden', 'This port is the gateway’s alone');
  }
  const url = new URL(request.url);
  const name = url.pathname.split('/')[1] ?? '';
  const handler = handlers.get(name);
  if (!handler) return refuse(503, 'function_unavailable', 'This function could not be loaded');
  const headers = new Headers(request.headers);
  headers.delete('x-almanac-edge');
  try {
    return await handler(new Request(request, { headers }), info);
  } catch (error) {
    console.error(`function ${name} failed:`, error);
    return refuse(500, 'internal', 'Something went wrong. Please try again.');
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

async function host({ secret, functions }: HostOrders): Promise<void> {
  // One after the other: what calls Deno.serve meanwhile belongs to the function being imported.
  for (const { name, url } of functions) await load(name, url);
  realServe(
    {
      hostname: '127.0.0.1',
      port: 0,
      onListen: ({ port }) => console.log(`almanac-edge listens on ${port}`),
    },
    (request, info) => answer(request, info, secret),
  );
}

// An unhandled rejection of one function must not end the others.
globalThis.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('unhandled rejection in a function:', event.reason);
});

const input = lines(Deno.stdin.readable);
const orders = await input.next();
if (orders.done) Deno.exit(0);
await host(JSON.parse(orders.value));
giveMemoryBack();
for await (const line of input) if (line === 'end') break;
Deno.exit(0);
