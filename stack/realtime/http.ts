import * as z from 'zod';
import { identify } from '../tokens/tokens.ts';
import { DatabaseUnavailable } from './authorisation.ts';
import type { Caller } from './caller.ts';
import type { Body } from './frames.ts';
import { TokenBucket } from './limits.ts';
import { Rights } from './rights.ts';
import type { Shared } from './service.ts';

const PREFIX = '/realtime/v1/api';
const SINGLE = /^\/broadcast\/([^/]+)\/events\/([^/]+)$/;
const CALLERS = 1_000;

const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().default(false),
      }),
    )
    .max(200),
});

type Answer = (status: number, body?: unknown) => Response;
const answer: Answer = (status, body) =>
  body === undefined ? new Response(null, { status }) : Response.json(body, { status });

/** Broadcast over HTTP: what `send()` uses before joining, and `httpSend()`. */
export class BroadcastApi {
  #shared: Shared;
  #buckets = new Map<string, TokenBucket>();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Answers a request whose path starts with /realtime/v1. */
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/realtime/v1/websocket') {
      return answer(426, { message: 'Upgrade Required' });
    }
    const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : '';
    const single = SINGLE.exec(path);
    if (path !== '/broadcast' && !single) return answer(404, { message: 'Not Found' });
    if (request.method !== 'POST') return answer(405, { message: 'Method Not Allowed' });
    const caller = this.#caller(request.headers);
    if (!caller) return answer(401, { message: 'Unauthorized' });
    const data = await readAtMost(request, this.#shared.limits.frameBytes);
    if (!data) return answer(413, { message: 'Payload Too Large' });
    try {
      if (!single) return await this.#sendBatch(caller, request.headers, data);
      const [topic, event] = [decode(single[1]), decode(single[2])];
      if (topic === undefined || event === undefined) return answer(404, { message: 'Not Found' });
      const isPrivate = searchParams.get('private') === 'true';
      return await this.#sendOne(caller, request.headers, { topic, event, isPrivate }, data);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return answer(503, { message: 'The database is not available' });
    }
  }

  #caller(headers: Headers): Caller | undefined {
    const known = new Headers(headers);
    // Here a bearer alone is enough.
    const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (!known.has('apikey')) known.set('apikey', this.#shared.context.publishableKey);
    if (bearer === undefined && !headers.has('apikey')) return undefined;
    const identity = identify(known, this.#shared.context);
    if (!identity.ok) return undefined;
    const { role, claims, token } = identity;
    return token === undefined ? { role, claims } : { role, claims, token };
  }

  async #sendBatch(caller: Caller, headers: Headers, data: Uint8Array): Promise<Response> {
    const parsed = batch.safeParse(parseJson(data)?.value);
    if (!parsed.success) return answer(422, { errors: z.flattenError(parsed.error) });
    const { messages } = parsed.data;
    if (!this.#take(caller, messages.length)) return answer(429, { message: 'Too many requests' });
    const rights = new Map<string, Rights>();
    for (const { topic, event, payload, private: isPrivate } of messages) {
      const known = rights.get(topic) ?? this.#rights(caller, headers, topic);
      rights.set(topic, known);
      // Without the right the message is dropped and the answer stays 202, as on the real server.
      if (isPrivate && !(await known.mayWrite('broadcast'))) continue;
      const body = { json: JSON.stringify(payload) };
      this.#shared.hub.publish({ subTopic: topic, isPrivate }, { event, body });
    }
    return answer(202);
  }

  async #sendOne(
    caller: Caller,
    headers: Headers,
    { topic, event, isPrivate }: { topic: string; event: string; isPrivate: boolean },
    data: Uint8Array,
  ): Promise<Response> {
    const body = bodyOf(headers.get('content-type') ?? '', data);
    if (body === 'unsupported') return answer(415, { message: 'Unsupported Media Type' });
    if (body === 'invalid') return answer(422, { errors: { payload: ['is not valid JSON'] } });
    if (!this.#take(caller, 1)) return answer(429, { message: 'Too many requests' });
    if (isPrivate && !(await this.#rights(caller, headers, topic).mayWrite('broadcast'))) {
      return answer(403, { message: 'Unauthorized' });
    }
    this.#shared.hub.publish({ subTopic: topic, isPrivate }, { event, body });
    return answer(202);
  }

  #rights(caller: Caller, headers: Headers, topic: string): Rights {
    const forPolicies = Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-')));
    return new Rights(this.#shared, true, { caller, topic, headers: forPolicies });
  }

  #take(caller: Caller, count: number): boolean {
    const key = caller.claims.sub ?? caller.role;
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#shared.limits.eventsPerSecond);
    // Put back at the end: what is dropped when there are too many is the longest unused.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > CALLERS && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket.take(count);
  }
}

function bodyOf(contentType: string, data: Uint8Array): Body | 'unsupported' | 'invalid' {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/octet-stream') return { bytes: data };
  if (mediaType !== 'application/json') return 'unsupported';
  const json = parseJson(data);
  return json ? { json: json.text } : 'invalid';
}

/** Text that is JSON, and its value; the text is what is forwarded. */
function parseJson(data: Uint8Array): { text: string; value: unknown } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data);
    return { text, value: JSON.parse(text) };
  } catch {
    // Not UTF-8 or not JSON: the caller answers 422.
    return undefined;
  }
}

function decode(part: string | undefined): string | undefined {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    // A broken escape names nothing.
    return undefined;
  }
}

async function readAtMost(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
